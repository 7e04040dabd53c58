from traced import QUESTION
from openai import OpenAI
from openinference.instrumentation.openai import OpenAIInstrumentor

OpenAIInstrumentor().instrument()
OpenAI().embeddings.create(model="text-embedding-3-small", input=QUESTION)
