"""A stand-in for OpenAI's realtime service, for tests and for talking to by hand; `__main__.py` starts it."""
