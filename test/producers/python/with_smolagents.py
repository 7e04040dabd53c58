from traced import MODEL, QUESTION
from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from smolagents import OpenAIModel

SmolagentsInstrumentor().instrument()
OpenAIModel(model_id=MODEL).generate([{"role": "user", "content": [{"type": "text", "text": QUESTION}]}])
