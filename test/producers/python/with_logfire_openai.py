import logfire
from traced import MESSAGES, MODEL, provider
from openai import OpenAI

logfire.configure(send_to_logfire=False, console=False)
logfire.instrument_openai()
OpenAI().chat.completions.create(model=MODEL, messages=MESSAGES)
logfire.force_flush()
