import os
from urllib.parse import unquote

os.environ["OTEL_BSP_SCHEDULE_DELAY"] = "200"
# litellm sends the value of the header as it stands there, and OpenTelemetry says that it is percent-encoded.
os.environ["OTEL_EXPORTER_OTLP_HEADERS"] = unquote(os.environ["OTEL_EXPORTER_OTLP_HEADERS"])
import asyncio

import litellm


async def main():
    await litellm.acompletion(
        model="openai/gpt-4o-mini",
        messages=[{"role": "user", "content": "What is the capital of France?"}],
        user="u1",
    )
    # The callbacks run in tasks of their own, and litellm gives no way to await them.
    await asyncio.sleep(3)


litellm.callbacks = ["otel"]
asyncio.run(main())
