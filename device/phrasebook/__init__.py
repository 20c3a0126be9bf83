"""Phrasebooks: sentence templates in YAML, in the hassil form, and what words mean by them.

hassil parses the templates; the finding is our own (`net`), because hassil's takes "largelatte" for two
words, goes through n! orders of "in any order", and does not know "one hundred and five".
"""

from .book import PHRASES, Phrasebook
from .likeness import nearest
from .net import SlotUse
from .problems import PhrasebookError, Problem
from .typed import TypedPhrases

__all__ = ["PHRASES", "Phrasebook", "PhrasebookError", "Problem", "SlotUse", "TypedPhrases", "nearest"]
