import os

os.environ.update(LANGSMITH_OTEL_ENABLED="true", LANGSMITH_OTEL_ONLY="true", LANGSMITH_TRACING="true", LANGSMITH_API_KEY="x")
from traced import MODEL, QUESTION, provider
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.tracers.langchain import wait_for_all_tracers
from langchain_openai import ChatOpenAI

chain = ChatPromptTemplate.from_messages([("user", "{question}")]) | ChatOpenAI(model=MODEL)
chain.invoke({"question": QUESTION}, config={"metadata": {"session_id": "s1"}, "tags": ["a"]})
wait_for_all_tracers()
provider.force_flush()
