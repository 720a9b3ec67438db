"""Work that a strong bot does for people: a few jobs at once, each for whoever asked."""
