from traced import MODEL, QUESTION, SYSTEM
from strands import Agent
from strands.models.openai import OpenAIModel

Agent(model=OpenAIModel(model_id=MODEL), system_prompt=SYSTEM, callback_handler=None, trace_attributes={"session.id": "s1"})(QUESTION)
