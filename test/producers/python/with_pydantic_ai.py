from traced import MODEL, QUESTION, SYSTEM
from pydantic_ai import Agent

Agent.instrument_all()
Agent(f"openai-chat:{MODEL}", system_prompt=SYSTEM).run_sync(QUESTION)
