plain-about = No custom board yet: a simple one is drawn.
