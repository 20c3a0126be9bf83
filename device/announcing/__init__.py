"""What came of it, told in every way the box has: what, where, to whom, and for how long it is news."""
