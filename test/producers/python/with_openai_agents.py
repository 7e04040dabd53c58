from traced import MODEL, QUESTION, SYSTEM
from agents import Agent, Runner
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor

OpenAIAgentsInstrumentor().instrument()
Runner.run_sync(Agent(name="shop", instructions=SYSTEM, model=MODEL), QUESTION)
