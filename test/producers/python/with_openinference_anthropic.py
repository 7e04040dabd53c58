from traced import CLAUDE, QUESTION, SYSTEM
from anthropic import Anthropic
from openinference.instrumentation.anthropic import AnthropicInstrumentor

AnthropicInstrumentor().instrument()
Anthropic().messages.create(
    model=CLAUDE, max_tokens=100, system=SYSTEM, messages=[{"role": "user", "content": QUESTION}]
)
