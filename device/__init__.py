"""The box: inputs → session → outputs around the turn engine."""
