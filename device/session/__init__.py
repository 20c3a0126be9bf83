"""The loop that owns the state, and what it does with a gesture, a command, a question and the box itself."""
