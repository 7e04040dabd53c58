from traced import CLAUDE, QUESTION
from anthropic import Anthropic
from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor

AnthropicInstrumentor().instrument()
Anthropic().messages.create(model=CLAUDE, max_tokens=100, messages=[{"role": "user", "content": QUESTION}])
