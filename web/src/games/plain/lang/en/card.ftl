plain-about = Without a board of its own yet: drawn plainly, played like the others.
