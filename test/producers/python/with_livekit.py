import asyncio

from traced import MODEL, QUESTION, provider
from livekit.agents import llm
from livekit.agents.telemetry import set_tracer_provider
from livekit.plugins import openai

set_tracer_provider(provider)


async def main():
    context = llm.ChatContext()
    context.add_message(role="user", content=QUESTION)
    async with openai.LLM(model=MODEL).chat(chat_ctx=context) as stream:
        async for _ in stream:
            pass


asyncio.run(main())
