from traced import CLAUDE, QUESTION, SYSTEM
from pydantic_ai import Agent

Agent.instrument_all()
Agent(f"anthropic:{CLAUDE}", system_prompt=SYSTEM).run_sync(QUESTION)
