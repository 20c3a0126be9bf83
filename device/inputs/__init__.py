"""Where wishes come in: buttons, console and speech. Each only puts messages on the session's queue."""
