from traced import MODEL, QUESTION
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI
from openinference.instrumentation.langchain import LangChainInstrumentor

LangChainInstrumentor().instrument()
chain = ChatPromptTemplate.from_messages([("user", "{question}")]) | ChatOpenAI(model=MODEL)
chain.invoke({"question": QUESTION}, config={"metadata": {"session_id": "s1"}})
