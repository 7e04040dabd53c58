#!/bin/sh
# mlflow 3.17.2, Python 3.11, two surprises of its OTLP receiver:
#
#   1. A span with gen_ai.input.messages and input.value shows input.value as its input, and the messages nowhere. SVC_GEN_AI_DIALECT=openinference
#      writes the whole conversation of a model call there, as it was recorded.
#   2. An embedding has input tokens only. Without output tokens MLflow makes no total, and the total of the trace is 0.
#
# Exits with 0 while it is so, and with 1 when the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check mlflow==3.17.2
"$folder/venv/bin/python" - <<'PROGRAM'
import json

from mlflow.tracing.otel.translation import _get_input_value, _get_token_usage

messages = json.dumps([{"role": "system", "parts": []}, {"role": "user", "parts": [{"type": "text", "content": "Q"}]}])
shown = _get_input_value({"gen_ai.operation.name": "chat", "gen_ai.input.messages": messages, "input.value": "Q"})
usage = _get_token_usage({"gen_ai.operation.name": "embeddings", "gen_ai.usage.input_tokens": 8})
print(shown, usage)
raise SystemExit(0 if shown == "Q" and "total_tokens" not in usage else 1)
PROGRAM
