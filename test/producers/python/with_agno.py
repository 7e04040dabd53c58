from traced import MODEL, QUESTION, SYSTEM
from openinference.instrumentation.agno import AgnoInstrumentor
from agno.agent import Agent
from agno.models.openai import OpenAIChat

AgnoInstrumentor().instrument()
Agent(model=OpenAIChat(id=MODEL), instructions=SYSTEM, telemetry=False).run(QUESTION, session_id="s1", user_id="u1")
