import asyncio
import os

os.environ["SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE"] = "true"
from traced import MODEL, QUESTION
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion, OpenAIChatPromptExecutionSettings
from semantic_kernel.contents import ChatHistory


async def main():
    history = ChatHistory()
    history.add_user_message(QUESTION)
    await OpenAIChatCompletion(ai_model_id=MODEL).get_chat_message_content(history, OpenAIChatPromptExecutionSettings())


asyncio.run(main())
