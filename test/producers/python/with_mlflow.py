import os

os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] + "/v1/traces"
os.environ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] = "http/protobuf"
import mlflow
from openai import OpenAI

mlflow.openai.autolog()


@mlflow.trace(span_type="AGENT")
def answer(question):
    messages = [{"role": "user", "content": question}]
    return OpenAI().chat.completions.create(model="gpt-4o-mini", messages=messages).choices[0].message.content


answer("What is the capital of France?")
mlflow.tracing.reset()
