"""The box in a house: it tells an MQTT broker where the delve stands and what happens, and may be told phrases.

Only `broker` imports paho; who opens it may find it missing. `access`, `topics`, `discovery` and `said` are pure.
"""
