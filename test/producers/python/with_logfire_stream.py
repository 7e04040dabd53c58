import logfire
from traced import MESSAGES, MODEL, provider
from openai import OpenAI

logfire.configure(send_to_logfire=False, console=False)
logfire.instrument_openai()
stream = OpenAI().chat.completions.create(
    model=MODEL, messages=MESSAGES, stream=True, stream_options={"include_usage": True}
)
for _ in stream:
    pass
logfire.force_flush()
