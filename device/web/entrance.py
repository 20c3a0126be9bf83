"""Knocking, entering the code, forgetting phones: what a stranger may ask of the box, and the master of strangers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

from .asgi import Answer
from .door import Action, Door, Visit
from .pairing import Code, Pairing
from .passes import GRANTS, Grant, Passes
from .protocol import RefusedMessageError

log = logging.getLogger(__name__)

YEAR_SECONDS = 31_536_000
"""As long a phone keeps its pass."""
STATUS = {"too_often": 429, "no_code": 410, "wrong_code": 403}


class Entrance:
    """The door's actions; used by the server's thread alone, after construction."""

    def __init__(
        self,
        passes: Passes,
        *,
        network: bool,
        origins: frozenset[str] = frozenset(),
        show: Callable[[Code | None], None],
        paired: Callable[[Grant], None],
        words: Mapping[str, Any],
        now_seconds: Callable[[], float],
        actions: Mapping[tuple[str, str], Action],
        pairing: Pairing | None = None,
    ) -> None:
        """Make the door.

        Args:
            passes: Signs and knows passes.
            network: Other machines may knock.
            origins: Sites whose pages may read the stream.
            show: Shows a code on the panel, or takes it away; returns at once.
            paired: Tells the table that a phone is let in as this; returns at once.
            words: What pages outside the door must know: `language` and `texts`.
            now_seconds: The box's clock, which only moves forward.
            actions: More that a request may do.
            pairing: Draws codes.
        """
        self._passes = passes
        self._show = show
        self._paired = paired
        self._words = words
        self._now_seconds = now_seconds
        self._pairing = pairing or Pairing()
        own = {
            ("GET", "/who"): Action(self._who, is_open=True),
            ("POST", "/knock"): Action(self._knock, is_open=True),
            ("POST", "/enter"): Action(self._enter, is_open=True),
            ("POST", "/forget"): Action(self._forget),
        }
        self.door = Door(network, passes.grant_of, {**own, **actions}, origins=origins)

    async def _who(self, visit: Visit, _posted: Mapping[str, object]) -> Answer:
        for_master = {"addresses": self.door.addresses()} if visit.grant == "master" else {}
        told = {"grant": visit.grant, "here": visit.is_here, "network": self.door.network}
        return Answer(200, {**told, **for_master, **self._words})

    async def _knock(self, visit: Visit, posted: Mapping[str, object]) -> Answer:
        if posted:
            raise RefusedMessageError("knocking takes no fields: post {}")
        code = self._pairing.knock(visit.visitor, self._now_seconds())
        if code is None:
            log.warning("web: refused from %s: it knocks too often", visit.visitor)
            return Answer(STATUS["too_often"], {"why": "too_often"})
        log.info("web: %s knocks: the panel shows a code", visit.visitor)
        self._show(code)
        return Answer(200, {"seconds": max(0, round(code.until_seconds - self._now_seconds()))})

    async def _enter(self, visit: Visit, posted: Mapping[str, object]) -> Answer:
        match posted:
            case {"code": str(digits), "grant": ("master" | "table") as wanted, **rest} if not rest:
                grant: Grant = GRANTS[GRANTS.index(wanted)]
            case _:
                raise RefusedMessageError("give code, a text, and grant, master or table, and nothing else")
        stood = self._pairing.code
        refused = self._pairing.enter(visit.visitor, digits, self._now_seconds())
        if stood is not None and self._pairing.code is None:
            self._show(None)  # used up, or guessed too often
        if refused is not None:
            log.warning("web: refused from %s: %s", visit.visitor, refused.replace("_", " "))
            return Answer(STATUS[refused], {"why": refused})
        log.info("web: %s is let in as %s", visit.visitor, grant)
        self._paired(grant)
        cookie = (
            f"{self.door.cookie_name}={self._passes.give(grant)}; Max-Age={YEAR_SECONDS}; Path=/; "
            "HttpOnly; SameSite=Strict"
        )
        return Answer(200, {"grant": grant}, (("set-cookie", cookie),))

    async def _forget(self, visit: Visit, _posted: Mapping[str, object]) -> Answer:
        try:
            await asyncio.to_thread(self._passes.forget)
        except OSError as error:
            log.warning("web: phones cannot be forgotten: the key cannot be written (%s)", error.strerror)
            return Answer(500, {"why": "not_forgotten"})
        log.info("web: every phone is forgotten, as %s wishes", visit.visitor)
        self.door.show_out()
        return Answer()
