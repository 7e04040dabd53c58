from traced import MODEL, QUESTION, SYSTEM
from llama_index.core.llms import ChatMessage
from llama_index.llms.openai import OpenAI
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor

LlamaIndexInstrumentor().instrument()
OpenAI(model=MODEL).chat([ChatMessage(role="system", content=SYSTEM), ChatMessage(role="user", content=QUESTION)])
