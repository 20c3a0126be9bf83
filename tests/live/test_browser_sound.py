"""Ear and voice of the box in a real browser: its microphone is a WAV file, and what it plays is measured there."""

from __future__ import annotations

import subprocess
import wave
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By

from ..browser import open_browser, skip_without, until, until_shows
from .elsewhere import RESOLVES, Elsewhere
from .live_box import LiveBox, environment
from .web_box import Start, port_of, start_mock_box

pytestmark = [pytest.mark.slow, pytest.mark.speech, pytest.mark.timeout(180)]  # Chromium, and speech in real time

SETTINGS = """
web: {{enabled: true, port: {port}}}
speech: {{ways: [{ways}], microphone: no such microphone}}
voice: {{device: no such loudspeaker}}
buzzer: {{pin: 27}}
"""
"""The machine that runs the tests has perhaps a microphone and a loudspeaker; these boxes take neither."""
MEASURE = """
window.played = {pieces: 0, stopped: 0, tones: 0, peak: 0, sounding: 0, heardMeanwhile: []};
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...more) {
  if (to === this.context.destination) {
    const meter = this.context.meter ??= new AnalyserNode(this.context);
    connect.call(this, meter);
    const samples = new Float32Array(meter.fftSize);
    this.context.watch ??= setInterval(() => {
      meter.getFloatTimeDomainData(samples);
      window.played.peak = Math.max(window.played.peak, ...samples.map(Math.abs));
    }, 5);
  }
  return connect.call(this, to, ...more);
};
const count = (kind, method, what) => {
  const own = kind.prototype[method];
  kind.prototype[method] = function (...given) { window.played[what] += 1; return own.apply(this, given); };
};
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...given) {
  window.played.pieces += 1;
  if (this.buffer.duration > 0.3) { // no tone of what was understood
    window.played.sounding += 1;
    this.addEventListener("ended", () => { window.played.sounding -= 1; });
  }
  return start.apply(this, given);
};
addEventListener("DOMContentLoaded", () => {
  const heard = document.querySelector("#heard");
  const note = () => { if (window.played.sounding) window.played.heardMeanwhile.push(heard.textContent); };
  if (heard) new MutationObserver(note).observe(heard, {childList: true});
});
count(AudioBufferSourceNode, "stop", "stopped");
count(OscillatorNode, "start", "tones");
"""
"""Put into each page before its own code: how much was played, how loud it was at the loudspeaker's door, and what the
page said to be heard meanwhile."""


@pytest.fixture(scope="module")
def phrase(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The words "search the room" with quiet around them; the browser's microphone hears them again and again."""
    return _loop(tmp_path_factory.mktemp("phrase"), "search the room", quiet_seconds=1)


def _loop(folder: Path, words: str, quiet_seconds: int) -> Path:
    spoken, loop = folder / "spoken.wav", folder / "loop.wav"
    subprocess.run(["espeak-ng", "-w", spoken, words], check=True)
    with wave.open(str(spoken)) as read, wave.open(str(loop), "wb") as write:
        write.setparams(read.getparams())
        quiet = bytes(2 * read.getframerate() * quiet_seconds)
        write.writeframes(quiet + read.readframes(read.getnframes()) + quiet)
    return loop


@pytest.fixture(scope="module")
def chrome(phrase: Path) -> Iterator[Chrome]:
    """A browser whose microphone is the phrase."""
    with hearing(phrase) as driver:
        yield driver


@contextmanager
def hearing(file: Path) -> Iterator[Chrome]:
    """A browser whose microphone is a file, again and again."""
    skip_without()
    fake = ("--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={file}")
    with open_browser(900, 900, *fake, RESOLVES) as driver:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": MEASURE})
        yield driver


@pytest.fixture
def start(tmp_path: Path, speech_model: Path) -> Iterator[Start]:
    """Starts boxes with ear and voice and no devices for them, and kills them in the end."""
    with ExitStack() as boxes:

        def start_box(ways: str = "hold", port: int = 0) -> LiveBox:
            env = environment(tmp_path / "home") | {"DELVEBOX_MODELS": str(speech_model.parent)}
            settings = SETTINGS.format(ways=ways, port=port)
            return boxes.enter_context(start_mock_box(tmp_path, settings, env=env))

        yield start_box


def open_page(chrome: Chrome, box: LiveBox, microphone: str = "granted") -> int:
    """Open the box's page in a browser that gives it a microphone, or not, untouched yet; the page's port."""
    port = port_of(box)
    address = f"http://127.0.0.1:{port}/"
    permission = {"permission": {"name": "microphone"}, "setting": microphone, "origin": address}
    chrome.execute_cdp_cmd("Browser.setPermission", permission)
    open_address(chrome, address)
    return port


def open_address(chrome: Chrome, address: str) -> None:
    """Open a box's page, as somebody who was never there."""
    chrome.get(address)
    chrome.execute_script("localStorage.clear()")
    until(chrome, "document.querySelectorAll('[data-button]').length")


def press(chrome: Chrome, element: str) -> None:
    """Click one of the page's own switches."""
    chrome.find_element(By.ID, element).click()


def until_on(chrome: Chrome, element: str, on: str = "true") -> None:
    """Wait until a switch is on, or off."""
    until(chrome, "document.getElementById(arguments[0]).ariaPressed === arguments[1]", element, on)


def until_loud(chrome: Chrome, *, loud: bool) -> None:
    """Wait until the page shows the gate open, or closed."""
    until(chrome, "document.querySelector('#level').classList.contains('loud') === arguments[0]", loud)


def hold_talk(chrome: Chrome) -> None:
    """Press the talk button and keep it down until the box listens."""
    ActionChains(chrome).click_and_hold(chrome.find_element(By.CSS_SELECTOR, "[data-button=talk]")).perform()
    until(chrome, "document.querySelector('#lamp').dataset.pattern === 'listening'")


def let_go(chrome: Chrome) -> None:
    """Let go of whatever the mouse holds."""
    ActionChains(chrome).release().perform()


def test_a_command_spoken_into_the_browser_plays_a_turn_that_is_heard_there(chrome: Chrome, start: Start) -> None:
    """The talk button is held while the microphone hears "search the room": the turn is played, told and sounds."""
    box = start()
    open_page(chrome, box)
    press(chrome, "microphone")
    until_on(chrome, "microphone")
    until_on(chrome, "voice")
    until_shows(chrome, "ear", "this page's microphone")
    box.expect("^ready: microphone")
    box.expect("^ready: speech")
    until_loud(chrome, loud=True)
    until_loud(chrome, loud=False)
    hold_talk(chrome)
    until_loud(chrome, loud=True)
    until_loud(chrome, loud=False)
    let_go(chrome)
    until_shows(chrome, "heard", "(hold): search")
    box.expect("^hold: search")
    box.expect("^played: .*area_searched")
    until_shows(chrome, "said", "Turn one")
    box.expect("^panel: .*speaking")
    until(chrome, "window.played.pieces > 0 && window.played.peak > 0.05")
    box.expect("^panel: (?!.*speaking)")
    assert not [line for line in chrome.get_log("browser") if line["level"] == "SEVERE"]


def test_the_wake_phrase_is_heard_in_the_browser_without_a_hand(start: Start, tmp_path: Path) -> None:
    """The words "hey lantern, combat" said into the page's microphone, acts as into the box's own."""
    box = start("wake")
    with hearing(_loop(tmp_path, "hey lantern, combat", quiet_seconds=2)) as chrome:
        open_page(chrome, box)
        press(chrome, "microphone")
        until_shows(chrome, "heard", "(wake): combat")
        box.expect("^wake: combat")
        box.expect("^played: ")


def test_the_box_does_not_hear_itself_in_the_page(chrome: Chrome, start: Start) -> None:
    """It always listens, and a command is said all the time: none is heard while the page still plays its voice."""
    box = start("open")
    open_page(chrome, box)
    press(chrome, "microphone")
    until_on(chrome, "microphone")
    for _ in range(2):
        box.expect("^open: search")
        until(chrome, "window.played.sounding")
        until(chrome, "!window.played.sounding")
    assert chrome.execute_script("return window.played.heardMeanwhile") == []


def test_a_press_cuts_the_voice_in_the_page(chrome: Chrome, start: Start) -> None:
    """What sounds stops, what was to follow is not played, and the box speaks no more."""
    box = start()
    open_page(chrome, box)
    press(chrome, "said")
    until_on(chrome, "voice")
    box.type("what can i say")
    until(chrome, "window.played.peak > 0.05")
    assert chrome.execute_script("return window.played.stopped") == 0
    ActionChains(chrome).click_and_hold(chrome.find_element(By.CSS_SELECTOR, "[data-button=talk]")).perform()
    until(chrome, "window.played.stopped > 0")
    box.expect("^panel: .*speaking")
    box.expect("^panel: (?!.*speaking)")
    let_go(chrome)


def test_sound_begins_with_the_first_key_and_can_be_turned_off(chrome: Chrome, start: Start) -> None:
    """The page asks for a touch or a key; its switch turns the sound off, and it stays off on the next visit."""
    box = start()
    open_page(chrome, box)
    touch = chrome.find_element(By.ID, "touch")
    assert "touch the page" in touch.text
    until_on(chrome, "voice", "false")
    chrome.find_element(By.TAG_NAME, "body").send_keys("x")
    until_on(chrome, "voice")
    assert not touch.is_displayed()
    press(chrome, "voice")
    until_on(chrome, "voice", "false")
    chrome.refresh()
    until(chrome, "document.querySelectorAll('[data-button]').length")
    chrome.find_element(By.TAG_NAME, "body").send_keys("x")
    assert not chrome.find_element(By.ID, "touch").is_displayed()
    until_on(chrome, "voice", "false")


def test_the_buzzer_is_heard_in_the_page(chrome: Chrome, start: Start) -> None:
    """Where one is wired, the page buzzes as it does."""
    box = start()
    open_page(chrome, box)
    press(chrome, "said")
    until_on(chrome, "voice")
    box.type("end the delve")
    until(chrome, "window.played.tones >= 1")  # of its trouble with the devices, too


def test_without_leave_for_a_microphone_the_page_says_so(chrome: Chrome, start: Start) -> None:
    """The browser's owner said no: the page says what to do, and everything else works."""
    box = start()
    open_page(chrome, box, microphone="denied")
    press(chrome, "microphone")
    until_shows(chrome, "ear", "allow it beside the address")
    until_on(chrome, "microphone", "false")
    chrome.find_element(By.CSS_SELECTOR, "[data-button=search]").click()
    box.expect("^button search: search the room")


def test_over_plain_http_from_elsewhere_the_boxs_own_microphone_is_used(chrome: Chrome, start: Start) -> None:
    """A browser gives a page of another machine no microphone: the page says so; sound and buttons work there."""
    box = start()
    with Elsewhere(port_of(box)) as elsewhere:
        open_address(chrome, elsewhere.address)
        assert not chrome.execute_script("return isSecureContext")
        until_shows(chrome, "ear", "no microphone to a page over plain http")
        assert not chrome.find_element(By.ID, "microphone").is_enabled()
        chrome.find_element(By.CSS_SELECTOR, "[data-button=search]").click()
        until_on(chrome, "voice")
        box.expect("^button search: search the room")
        box.type("status")
        until(chrome, "window.played.peak > 0.05")
        chrome.get("about:blank")


def test_ear_and_voice_come_back_with_the_box(chrome: Chrome, start: Start) -> None:
    """The box is killed and started again: the page lends its microphone and hears the box as before."""
    box = start()
    port = open_page(chrome, box)
    press(chrome, "microphone")
    until_shows(chrome, "ear", "this page's microphone")
    box.kill()
    until_shows(chrome, "ear", "no microphone")
    again = start("hold", port)
    again.expect("^ready: microphone")
    until_shows(chrome, "ear", "this page's microphone")
    again.type("status")
    until(chrome, "window.played.peak > 0.05")


def test_a_page_closed_in_mid_sentence_plays_nothing(chrome: Chrome, start: Start) -> None:
    """Whoever was talking is told that the microphone has gone; the box plays nothing of it and goes on."""
    box = start()
    chrome.switch_to.new_window("tab")
    open_page(chrome, box)
    press(chrome, "microphone")
    until_on(chrome, "microphone")
    box.expect("^ready: speech")
    until_loud(chrome, loud=False)
    hold_talk(chrome)
    until_loud(chrome, loud=True)
    chrome.close()
    chrome.switch_to.window(chrome.window_handles[0])
    box.expect("^trouble: the page's microphone has gone: say it again")
    box.type("status")
    box.expect("^console: status")
    assert box.told("played: ") == []
