#!/bin/sh
# arize-phoenix 20.26.1, Python 3.11: of the tokens in OpenTelemetry's conventions for generative AI, release 0.1.0, Phoenix reads those of input,
# output and cache reads. It drops two without a word:
#
#   gen_ai.usage.reasoning.output_tokens    no field of Phoenix gets it
#   gen_ai.usage.cache_write.input_tokens   only its former name, cache_creation.input_tokens, is read
#
# OpenInference's own attributes hold both: SVC_GEN_AI_DIALECT=openinference writes them.
#
# Exits with 0 while it is so, and with 1 when the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check arize-phoenix==20.26.1
"$folder/venv/bin/python" - <<'PROGRAM'
from phoenix.trace.gen_ai.conversion import get_openinference_attributes

read = get_openinference_attributes(
    {
        "gen_ai.operation.name": "chat",
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.cache_write.input_tokens": 40,
        "gen_ai.usage.output_tokens": 50,
        "gen_ai.usage.reasoning.output_tokens": 20,
    }
)
counts = {name: count for name, count in read.items() if name.startswith("llm.token_count")}
print(counts)
raise SystemExit(0 if set(counts.values()) == {100, 50, 150} else 1)
PROGRAM
