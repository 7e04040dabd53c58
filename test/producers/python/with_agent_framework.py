import asyncio
import os

os.environ.update(ENABLE_INSTRUMENTATION="true", ENABLE_SENSITIVE_DATA="true")
from traced import MODEL, QUESTION, SYSTEM
from agent_framework import Agent
from agent_framework.observability import enable_instrumentation
from agent_framework.openai import OpenAIChatCompletionClient

enable_instrumentation(enable_sensitive_data=True)
asyncio.run(Agent(client=OpenAIChatCompletionClient(model=MODEL), instructions=SYSTEM, name="shop").run(QUESTION))
