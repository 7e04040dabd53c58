import os

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", CREWAI_TRACING_ENABLED="false", OTEL_SDK_DISABLED="false")
from traced import MODEL, QUESTION
from crewai import LLM, Agent, Crew, Task
from openinference.instrumentation.crewai import CrewAIInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor

CrewAIInstrumentor().instrument()
# CrewAI makes no spans of model calls.
OpenAIInstrumentor().instrument()
agent = Agent(role="Guide", goal="Answer", backstory="None", llm=LLM(model=f"openai/{MODEL}"))
Crew(agents=[agent], tasks=[Task(description=QUESTION, expected_output="A city", agent=agent)]).kickoff()
