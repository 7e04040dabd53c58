from langfuse import get_client, observe, propagate_attributes
from langfuse.openai import openai


@observe()
def answer(question):
    with propagate_attributes(session_id="s1", user_id="u1", tags=["a"]):
        messages = [{"role": "user", "content": question}]
        return openai.chat.completions.create(model="gpt-4o-mini", messages=messages).choices[0].message.content


answer("What is the capital of France?")
get_client().flush()
