"""What a person checks a box with: every part looked at, each with its cure, and nothing changed by it."""

from .examination import CHECKS, Patient, examine
from .finding import LEVELS, Finding, worst
from .wires import edges

__all__ = ["CHECKS", "LEVELS", "Finding", "Patient", "edges", "examine", "worst"]
