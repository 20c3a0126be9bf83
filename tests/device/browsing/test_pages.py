"""What a box tells its pages, and a box that can have none."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Self

import pytest
from websockets.sync.client import connect

from delvebox.device.bootstrap import Box
from delvebox.device.browsing.hello import hello_of
from delvebox.device.browsing.pages import Pages
from delvebox.device.clock import VirtualClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Typed
from delvebox.device.wishes import Wishes

STEP_SECONDS = 8.0


class Played:
    """A box without sound on mock pins, with pages; nobody runs its loop but `settle`."""

    def __init__(self, folder: Path, settings: str) -> None:
        (folder / "settings.yaml").write_text(settings)
        self.pages = Pages()
        wishes = Wishes(folder, folder / "settings.yaml", seed=3, pins="mock", sound=False)
        self.box = Box(
            wishes, VirtualClock(), Mailbox(), self.pages.observe, self.pages.on_frame, on_lamp=self.pages.on_lamp
        )
        self.address = self.pages.open(self.box)
        self.box.start()
        self.settle()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pages.close()
        self.box.close()

    def settle(self) -> None:
        """Handle what waits, and draw it."""
        self.box.session.drain()
        assert self.box.screen.flush(STEP_SECONDS)


def told(address: str, last: str, socket: str = "/socket") -> dict[str, dict[str, object]]:
    """What a new page is told, by kind, up to a kind."""
    host = address.removeprefix("http://").rstrip("/")
    messages: dict[str, dict[str, object]] = {}
    with connect(f"ws://{host}{socket}", origin=f"http://{host}") as page:
        while last not in messages:
            message = json.loads(page.recv(STEP_SECONDS))
            messages[message["kind"]] = message
    return messages


def test_a_page_that_comes_late_is_told_where_the_box_stands(tmp_path: Path) -> None:
    """Buttons with their phrases, the panel in bits and words, the lamp, what was heard and said last."""
    with Played(tmp_path, "web: {port: 0}\nbuttons: {map: {pin: 22, press: status}}\n") as played:
        played.box.mailbox.put(Typed("search the room", "web"))
        played.box.mailbox.put(Typed("make me a sandwich", "web"))
        played.settle()
        assert played.address is not None
        messages = told(played.address, "said")
    buttons = {button["name"]: button for button in messages["hello"]["buttons"]}  # type: ignore[attr-defined]
    assert buttons["map"] == {"name": "map", "label": "map", "phrases": {"press": "status"}, "talk": False}
    assert buttons["talk"]["talk"]
    assert messages["hello"]["hands"]
    assert (messages["panel"]["width"], messages["panel"]["height"]) == (128, 64)
    assert "turn 2  0:10" in messages["panel"]["lines"]  # type: ignore[operator]
    assert messages["lamp"]["lasting"]
    heard = messages["heard"]
    assert (heard["text"], heard["source"], heard["accepted"]) == ("make me a sandwich", "web", False)
    assert heard["why"]


def test_the_box_in_a_page_does_not_tell_which_table_was_asked_for(tmp_path: Path) -> None:
    """Typed on the game master's own page it stands there; who looks at the box is told that there was a draw."""
    (tmp_path / "own.yaml").write_text("signs: {kind: omen, entries: [a bell]}\n")
    with Played(tmp_path, "web: {port: 0}\ntables: [own.yaml]\nannounce: {master: [web]}\n") as played:
        assert played.address is not None
        host = played.address.removeprefix("http://").rstrip("/")
        with connect(f"ws://{host}/socket", origin=f"http://{host}") as page:
            played.box.mailbox.put(Typed("roll on the signs table", "web"))
            played.box.mailbox.put(Typed("light a torch", "web"))
            played.settle()
            seen = [json.loads(page.recv(STEP_SECONDS))]
            while seen[-1].get("text") != "light a torch":
                seen.append(json.loads(page.recv(STEP_SECONDS)))
        played.box.mailbox.put(Typed("roll on the signs table", "web"))
        played.settle()
        late, master = told(played.address, "said"), told(played.address, "heard", "/socket/gm")
    assert [each["text"] for each in seen if each["kind"] == "heard"] == ["the draw", "light a torch"]
    assert not any(secret in json.dumps([*seen, late]) for secret in ("signs", "bell"))
    assert master["heard"]["text"] == "roll on the signs table"


def test_the_stream_tells_state_and_then_events_and_nothing_that_is_kept(tmp_path: Path) -> None:
    """Under hints a second mark, which has the same word, is not even a message; undo is a state and no event."""
    with Played(tmp_path, "web: {port: 0}\npanel: {numbers: hints}\n") as played:
        assert played.address is not None
        host = played.address.removeprefix("http://").rstrip("/")
        with connect(f"ws://{host}/socket/stream") as program:
            for phrase in ("noise one", "noise one", "light a torch", "undo"):
                played.box.mailbox.put(Typed(phrase))
            played.settle()
            told = [json.loads(program.recv(STEP_SECONDS)) for _ in range(6)]
    assert [each["kind"] for each in told] == ["hello", "state", "state", "state", "event", "state"]
    hello, _calm, before, lit, event, undone = told
    assert before["state"]["danger"] == "restless"
    assert (hello["view"], hello["numbers"]) == ("stream", "hints")
    assert lit["state"]["lights"] == [{"kind": "torch", "holder": None, "left": "fresh", "lit": True}]
    assert event["event"] == {"event_type": "light_lit", "kind": "torch", "holder": None}
    assert undone == before


def test_a_german_box_has_a_german_page(tmp_path: Path) -> None:
    """Words of the page and labels of the buttons are the table's."""
    with Played(tmp_path, "language: de\nweb: {port: 0}\n") as played:
        hello = hello_of(played.box)
    assert hello["language"] == "de"
    assert hello["texts"]["say"] == "sagen"
    assert all(hello["texts"].values())


def test_without_the_extra_the_box_plays_and_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No web library installed: no page, one sentence with the cure, everything else as ever."""
    for module in ("server", "connections"):
        monkeypatch.delitem(sys.modules, f"delvebox.device.web.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with Played(tmp_path, "web: {port: 0}\n") as played:
        played.box.mailbox.put(Typed("search the room"))
        played.settle()
        trouble = played.box.announcer.panel.view.trouble
        turns = played.box.session.state.completed
    assert played.address is None
    assert turns == 1
    assert trouble is not None
    assert "pip install 'delvebox[web]'" in trouble


def test_what_the_settings_keep_from_the_pages_is_not_told_there(tmp_path: Path) -> None:
    """Here what is the table's; what is the game master's comes after it."""
    with Played(tmp_path, "web: {port: 0}\nannounce: {table: [voice], prompts: [update]}\n") as played:
        for text in ("search the room", "resume rest", "make me a sandwich"):
            played.box.mailbox.put(Typed(text, "web"))
            played.settle()
        assert played.address is not None
        master = told(played.address, "aside", "/socket/gm")
        assert master["aside"]["text"] == "Conditions? Atmosphere?"
        assert "said" not in master


def test_what_was_drawn_stands_with_its_danger_and_not_with_what_was_drawn_before(tmp_path: Path) -> None:
    """The game master's line and the table's are each of one command; the box's page has nothing of the first."""
    (tmp_path / "own.yaml").write_text("things:\n  kind: encounter\n  entries: [a monk]\nsigns: [a bell]\n")
    with Played(tmp_path, "web: {port: 0}\ntables: [own.yaml]\nrules: {danger: {table: {encounter: 1}}}\n") as played:
        for text in ("roll on the signs table", "boxes to five", "search the room"):
            played.box.mailbox.put(Typed(text, "web"))
            played.settle()
        assert played.address is not None
        master = told(played.address, "said", "/socket/gm")
        assert master["aside"]["text"] == "Things: a monk."
        assert "Danger: encounter" in str(master["said"]["text"])
        assert "monk" not in json.dumps(told(played.address, "said")["said"])
