from traced import CLAUDE, QUESTION
from anthropic import Anthropic

Anthropic().messages.create(model=CLAUDE, max_tokens=100, messages=[{"role": "user", "content": QUESTION}])
