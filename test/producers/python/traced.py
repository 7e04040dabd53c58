"""Tracer provider that exports to the address in OTEL_EXPORTER_OTLP_ENDPOINT, and the words that every program asks."""

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor

QUESTION = "What is the capital of France?"
SYSTEM = "Answer in one sentence."
MODEL = "gpt-4o-mini"
CLAUDE = "claude-sonnet-4-5"
MESSAGES = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]

provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
