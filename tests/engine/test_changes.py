"""What events change in a state."""

from __future__ import annotations

import dataclasses
import sys

import pytest

from delvebox.engine import Rules, State, events, evolve, new_state
from delvebox.engine.changes import CHANGES


def test_every_event_has_its_change():
    """No event is without a change, even if it changes nothing."""
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)}
    assert kinds - {events.Event} == set(CHANGES)


def test_a_state_has_no_more_fields_than_its_copies_can_share_keys_for():
    """Copies share their keys: a long delve keeps a state for every command that can be undone."""
    state = evolve(new_state(Rules()), events.BoxMarked("noise", 1))
    assert len(dataclasses.fields(State)) <= 29
    if sys.implementation.name == "cpython":
        assert sys.getsizeof(vars(state)) < 800


@pytest.mark.parametrize("field", ["completed", "lights"])
def test_a_state_is_frozen(field):
    """Nothing but folding makes another state."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(new_state(Rules()), field, 3)
