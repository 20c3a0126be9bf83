"""What events change in a state."""

from __future__ import annotations

import dataclasses
import sys

import pytest

from delvebox.engine import Rules, State, evolve, new_state
from delvebox.engine import events as e
from delvebox.engine.changes import CHANGES
from delvebox.engine.state import Activity, Area, LastAction, Light, Tally


def test_every_event_has_its_change():
    """No event is without a change, even if it changes nothing."""
    kinds = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, e.Event)}
    assert kinds - {e.Event} == set(CHANGES)


def test_a_state_has_no_more_fields_than_its_copies_can_share_keys_for():
    """Copies share their keys: a long delve keeps a state for every command that can be undone."""
    state = evolve(new_state(Rules()), e.BoxMarked("noise", 1))
    assert len(dataclasses.fields(State)) <= 29
    if sys.implementation.name == "cpython":
        assert sys.getsizeof(vars(state)) < 800


@pytest.mark.parametrize("field", ["completed", "lights"])
def test_a_state_is_frozen(field):
    """Nothing but folding makes another state."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(new_state(Rules()), field, 3)


AREA = Area(searches=3, lingered=4, secured=True, lookouts=5)
LIGHT = Light(3, "torch", "Bryn", 5, lit=True, warned=True)


@pytest.mark.parametrize(
    ("event", "area"),
    [
        (e.TurnBegan(1, "lookout", False, False), AREA),
        (e.TurnBegan(1, "search", False, False), Area(3, 4, secured=True, lookouts=0)),
        (e.AreaEntered(), Area()),
        (e.AreaSearched(7), Area(7, 4, secured=True, lookouts=5)),
        (e.LookoutKept(7), Area(3, 4, secured=True, lookouts=7)),
        (e.AreaSecured(), AREA),
        (e.AreaUnsecured("noise"), Area(3, 4, secured=False, lookouts=5)),
    ],
)
def test_an_event_changes_no_more_of_the_area_than_it_says(event, area):
    """Searches, turns, security and lookouts are kept apart."""
    after = evolve(State(area=AREA), event)
    assert after.area == area
    assert type(after.area.secured) is bool
    assert evolve(State(area=Area(3, 4)), e.AreaSecured()).area == Area(3, 4, secured=True)


def test_time_passes_in_the_area_of_the_party():
    """A turn counts there, but for the turn of a move."""
    turn = e.TurnEnded(1, 10)
    assert evolve(State(area=AREA), turn).area == Area(3, 5, secured=True, lookouts=5)
    assert evolve(State(area=AREA, last_action=LastAction("move")), turn).area == AREA


@pytest.mark.parametrize(
    ("event", "light"),
    [
        (e.LightWarned(3, "torch", "Bryn", 5), LIGHT),
        (e.LightDoused(3, "torch", "Bryn", 5), Light(3, "torch", "Bryn", 5, lit=False, warned=True)),
        (e.LightLit(3, "torch", "Bryn", 5, relit=True), LIGHT),
        (e.LightCorrected(3, "torch", "Bryn", 4), Light(3, "torch", "Bryn", 4, lit=True, warned=True)),
        (e.LightCorrected(3, "torch", "Bryn", 6), Light(3, "torch", "Bryn", 6, lit=True, warned=False)),
        (e.ResourcesConsumed(((3, 4),)), Light(3, "torch", "Bryn", 4, lit=True, warned=True)),
    ],
)
def test_an_event_changes_no_more_of_a_light_than_it_says(event, light):
    """Number, kind, holder and what was told stay, and so does every other light."""
    other = Light(4, "torch", "Anna", 2, lit=False)
    after = evolve(State(lights=(LIGHT, other)), event)
    assert after.lights == (light, other)
    assert [type(each.warned) for each in after.lights] == [bool, bool]


def test_what_is_counted_for_the_turn_is_kept_apart():
    """Noise that waits, what is added to the roll, and kinds drawn."""
    state = State(tally=Tally(1, 2, 3))
    danger = e.DangerRolled(1, 6, 6, True, "hazard", 6, 0, 1 / 6)
    assert evolve(state, e.MarkDelayed("noise", "step_5")).tally == Tally(2, 2, 3)
    assert evolve(state, e.RiskCounted("light", 2)).tally == Tally(1, 4, 3)
    assert evolve(state, danger).tally == Tally(1, 2, 4)
    assert evolve(state, e.TurnEnded(1, 10)).tally == Tally()


def test_an_activity_that_begins_again_is_the_same_with_nothing_done():
    """Its kind and length stay."""
    state = State(activity=Activity("long_rest", 7, 48, paused=True))
    assert evolve(state, e.ActivityRestarted("long_rest", 48)).activity == Activity("long_rest", 0, 48)
