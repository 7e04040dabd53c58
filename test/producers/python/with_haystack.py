import os

os.environ["HAYSTACK_CONTENT_TRACING_ENABLED"] = "true"
from traced import MODEL, QUESTION, provider
import haystack.tracing
from haystack import Pipeline
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from opentelemetry import trace

try:
    from haystack_integrations.tracing.opentelemetry import OpenTelemetryTracer
except ImportError:
    from haystack.tracing import OpenTelemetryTracer
haystack.tracing.enable_tracing(OpenTelemetryTracer(trace.get_tracer("haystack")))
haystack.tracing.tracer.is_content_tracing_enabled = True
pipeline = Pipeline()
pipeline.add_component("llm", OpenAIChatGenerator(model=MODEL))
pipeline.run({"llm": {"messages": [ChatMessage.from_user(QUESTION)]}})
