"""Data only: the catalogue of speech models. The models themselves land outside the project."""
