from traced import MESSAGES, MODEL
from openai import OpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.openai import OpenAIInstrumentor

OpenAIInstrumentor().instrument()
with using_attributes(session_id="s1", user_id="u1", tags=["a"], metadata={"plan": "pro"}):
    stream = OpenAI().chat.completions.create(
        model=MODEL, messages=MESSAGES, stream=True, stream_options={"include_usage": True}
    )
    for _ in stream:
        pass
