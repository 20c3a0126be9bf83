"""Sound devices by name, in and out. Everything that knows PortAudio is in this room."""

from .devices import SoundDevice, choose_device, devices_changed, find_device, input_devices, output_devices
from .loudspeaker import OutputStream, Playback, open_output
from .microphone import InputStream, open_input
from .portaudio import SoundError, quiet
from .rates import rates_of

__all__ = [
    "InputStream",
    "OutputStream",
    "Playback",
    "SoundDevice",
    "SoundError",
    "choose_device",
    "devices_changed",
    "find_device",
    "input_devices",
    "open_input",
    "open_output",
    "output_devices",
    "quiet",
    "rates_of",
]
