"""The connection to the broker; the only module that imports paho, and late.

paho's own thread connects, tries again and hears; a thread beside it tells, one message at a time, so that nothing
piles up in paho while a connection hangs. The session waits for neither. What is told is sent at most once (QoS 0):
what stands is told anew with every connection, and a phrase or an event that came twice would do harm. That the box is
online is sent until the broker has answered (QoS 1): nothing else tells whether the box may write there.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .access import Access
from .outbox import Made, News, Outbox
from .password import PasswordError, read_password
from .said import RefusedSayingError, read_saying
from .topics import OFFLINE, ONLINE, Topics

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage, MQTTMessageInfo
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

log = logging.getLogger(__name__)

KEEP_ALIVE_SECONDS = 30
"""A broker that is silent for one and a half times as long is gone; so is a box for the broker."""
SHORTEST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 1, 60
"""Before the next try to connect; twice as long each time."""
LARGEST_BYTES = 4096
"""Of a message to the box: the broker keeps back what is larger."""
CLOSE_SECONDS = 2.0
"""For a last word and to close; a broker that hangs is left."""
_NOT_AUTHORIZED = 135
_NO_LOGIN = frozenset({134, _NOT_AUTHORIZED})
"""MQTT's reasons for a wrong user or password, and for one who may not."""
_LOGIN_CURE = "see to user and password_file in the settings"


class Broker:
    """Tells one broker; `report` is called with a sentence where that fails, and with none when it works again."""

    def __init__(
        self,
        access: Access,
        topics: Topics,
        retained: Mapping[str, str],
        report: Callable[[str], None],
        *,
        on_say: Callable[[str], None] | None = None,
        waits_seconds: tuple[int, int] = (SHORTEST_WAIT_SECONDS, LONGEST_WAIT_SECONDS),
    ) -> None:
        """Connect, on threads of its own.

        Args:
            access: To the broker.
            topics: Of the box.
            retained: What is told and kept by the broker with every connection: payloads by topic.
            report: Called from those threads; must return at once and never raise.
            on_say: Called with each phrase, may refuse it by `RefusedSayingError`; None: the box hears none.
            waits_seconds: The shortest and the longest time before it tries again.

        Raises:
            ImportError: paho is not installed.
        """
        from paho.mqtt.client import Client, MQTTv5
        from paho.mqtt.enums import CallbackAPIVersion
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        self._access, self._topics, self._retained = access, topics, retained
        self._report, self._on_say = report, on_say
        self._outbox = Outbox()
        self._told: str | None = None
        self._no_password = ""
        self._not_let_in = self._not_allowed = self._closing = False
        self._greeting: MQTTMessageInfo | None = None
        self._most_qos = 1
        self._refused = 0
        self._client = client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        client.will_set(topics.available, OFFLINE, retain=True)
        client.reconnect_delay_set(*waits_seconds)
        client.on_pre_connect = self._identify
        client.on_connect, client.on_connect_fail = self._connected, self._not_connected
        client.on_disconnect, client.on_message = self._disconnected, self._heard
        client.on_publish, client.on_subscribe = self._published, self._subscribed
        wanted = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call] # paho's own
        wanted.MaximumPacketSize = LARGEST_BYTES
        client.connect_async(access.host, access.port, KEEP_ALIVE_SECONDS, clean_start=True, properties=wanted)
        client.loop_start()
        self._teller = threading.Thread(target=self._tell_on, name="mqtt", daemon=True)
        self._teller.start()

    def tell(self, state: Made, happened: Sequence[str] = ()) -> None:
        """This stands now, and that brought it about; returns at once, whatever the broker does."""
        self._outbox.put(state, happened)

    def close(self) -> None:
        """Say that the box goes, and go; at most twice `CLOSE_SECONDS`."""
        self._closing, there = True, self._outbox.connected
        self._outbox.close()
        self._teller.join(CLOSE_SECONDS)
        if there:
            last = self._client.publish(self._topics.available, OFFLINE, retain=True)
            if not last.rc:
                with suppress(RuntimeError):  # the connection ended just now: the broker says so by itself
                    last.wait_for_publish(CLOSE_SECONDS / 2)
        self._client.disconnect()
        leaving = threading.Thread(target=self._client.loop_stop, name="mqtt leaving", daemon=True)
        leaving.start()  # it may look a name up for longer than anybody wants to wait
        leaving.join(CLOSE_SECONDS / 2)

    # -- the thread that tells ------------------------------------------------------------------------

    def _tell_on(self) -> None:
        faulty = False
        while (news := self._outbox.take()) is not None:
            try:
                self._tell(news)
                if faulty:
                    faulty = False
                    self._tell_table("")
            except ConnectionError as error:
                log.info("not told: %s", error)  # the connection's own thread tells the table
            except Exception as error:
                faulty = True
                log.exception("a fault in what the broker is told")
                self._tell_table(f"the broker {self._access} could not be told ({error!r}): see the log")

    def _tell(self, news: News) -> None:
        if news.anew:
            for topic, payload in self._retained.items():
                self._publish(topic, payload, retain=True)
        if news.state is not None:
            self._publish(self._topics.state, news.state(), retain=True)
        if news.anew:  # last, so that who is online has a state
            self._greet()
        for payload in news.happened:
            self._publish(self._topics.event, payload, retain=False)

    def _publish(self, topic: str, payload: str, *, retain: bool) -> None:
        """Return when it is on its way, which only the end of the connection can keep waiting.

        Raises:
            ConnectionError: there is none any more.
        """
        self._await(self._client.publish(topic, payload, retain=retain), topic)

    def _greet(self) -> None:
        """Say that the box is online; as soon as the broker has taken it, all is well."""
        topic = self._topics.available
        said = self._greeting
        if said is None or said.rc or said.is_published():  # else paho says that one again by itself
            said = self._greeting = self._client.publish(topic, ONLINE, self._most_qos, retain=True)
        self._await(said, topic)
        if not self._not_allowed:
            self._tell_table("")

    def _await(self, sent: MQTTMessageInfo, topic: str) -> None:
        try:
            while not sent.is_published():
                if not self._outbox.connected:
                    raise ConnectionError(f"{topic}: the connection ended")
                sent.wait_for_publish(1.0)
        except RuntimeError as error:
            raise ConnectionError(f"{topic}: {error}") from error

    # -- paho's thread --------------------------------------------------------------------------------

    def _identify(self, client: Client, _data: Any) -> None:
        """Before each try: a password file that was mended meanwhile is read again."""
        self._not_let_in, self._not_allowed, self._no_password, password = False, False, "", None
        try:
            if self._access.password_file is not None:
                password = read_password(self._access.password_file)
        except PasswordError as error:
            self._no_password = str(error)  # told if the broker minds
        if self._access.user is not None:
            client.username_pw_set(self._access.user, password)

    def _connected(self, client: Client, _data: Any, _flags: Any, reason: ReasonCode, properties: Any) -> None:
        if reason.is_failure:
            cure = _LOGIN_CURE if reason.value in _NO_LOGIN else "it must speak MQTT 5: see its log"
            refused = f"the broker {self._access} does not let the box in ({str(reason).lower()}): {cure}"
            self._not_let_in = True
            self._tell_table(self._no_password or refused)
            return
        self._most_qos = min(1, getattr(properties, "MaximumQoS", 1))  # small brokers have but QoS 0
        if self._on_say is not None:
            client.subscribe(self._topics.say)
        self._outbox.connect(connected=True)

    def _not_connected(self, _client: Client, _data: Any) -> None:
        self._gone(sys.exc_info()[1])  # paho calls this while it handles it

    def _disconnected(self, _client: Client, _data: Any, _flags: Any, reason: ReasonCode, _properties: Any) -> None:
        self._outbox.connect(connected=False)
        if reason.value == _NOT_AUTHORIZED:
            self._may_not_tell()
        elif not (self._not_let_in or self._closing):  # that was told, or is nobody's trouble
            self._gone(reason)

    def _published(
        self, _client: Client, _data: Any, _number: int, reason: ReasonCode, _properties: Properties
    ) -> None:
        if reason.is_failure:
            self._may_not_tell()

    def _subscribed(
        self, _client: Client, _data: Any, _number: int, reasons: Sequence[ReasonCode], _properties: Properties | None
    ) -> None:
        if any(reason.is_failure for reason in reasons):
            self._not_allowed = True
            may = f"let its user read {self._topics.say} there, or turn commands off in the settings"
            self._tell_table(f"the broker {self._access} lets the box hear no phrases: {may}")

    def _may_not_tell(self) -> None:
        self._not_allowed = True
        written = " and ".join(filter(None, (f"{self._topics.root}/#", self._topics.discovery)))
        self._tell_table(f"the broker {self._access} lets the box tell nothing: let its user write {written} there")

    def _gone(self, why: object) -> None:
        told = f"no MQTT broker answers at {self._access}: see that it runs, and to host and port in the settings"
        if self._told != told:
            log.info("%s: %s", self._access, why)
        self._tell_table(told)

    def _heard(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        if self._on_say is None:
            return
        try:
            self._on_say(read_saying(bytes(message.payload), retained=message.retain))
        except RefusedSayingError as error:
            self._refused += 1
            if self._refused & (self._refused - 1) == 0:  # the first, the second, the fourth: no flood fills the log
                log.warning("%s: %s (refused so far: %d)", self._topics.say, error, self._refused)

    def _tell_table(self, sentence: str) -> None:
        """Once for each change: a broker that is away for an hour is one sentence."""
        if self._told != sentence:
            self._told = sentence
            self._report(sentence)
