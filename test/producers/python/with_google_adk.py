import asyncio
import os

os.environ.update(
    GOOGLE_API_KEY="x",
    GOOGLE_GEMINI_BASE_URL=os.environ["GEMINI_BASE_URL"],
    OTEL_SEMCONV_STABILITY_OPT_IN="gen_ai_latest_experimental",
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT="SPAN_ONLY",
)
from traced import QUESTION, SYSTEM
from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner
from google.genai import types


async def main():
    runner = InMemoryRunner(agent=Agent(name="helper", model="gemini-2.5-flash", instruction=SYSTEM), app_name="shop")
    session = await runner.session_service.create_session(app_name="shop", user_id="u1")
    content = types.Content(role="user", parts=[types.Part(text=QUESTION)])
    async for _ in runner.run_async(user_id="u1", session_id=session.id, new_message=content):
        pass


asyncio.run(main())
