"""Speech: sound → 16 kHz mono → recogniser in a child process → words → verdict."""
