from traced import MESSAGES, MODEL
from openai import OpenAI
from opentelemetry.instrumentation.openai import OpenAIInstrumentor

OpenAIInstrumentor().instrument()
OpenAI().chat.completions.create(model=MODEL, messages=MESSAGES)
