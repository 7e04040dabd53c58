from traced import MODEL, QUESTION
import dspy
from openinference.instrumentation.dspy import DSPyInstrumentor

DSPyInstrumentor().instrument()
dspy.LM(f"openai/{MODEL}", cache=False)(messages=[{"role": "user", "content": QUESTION}])
