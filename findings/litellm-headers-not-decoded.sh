#!/bin/sh
# litellm 1.110.2, Python 3.11: its OpenTelemetry callback sends the values of OTEL_EXPORTER_OTLP_HEADERS as they stand there. OpenTelemetry's
# specification has them percent-encoded, and every exporter of OpenTelemetry decodes them:
#
#   OTEL_EXPORTER_OTLP_HEADERS=Authorization=Basic%20eDp5
#   litellm sends Authorization: Basic%20eDp5, which no service accepts: no span arrives
#
# A blank in the variable itself works with both.
#
# Exits with 0 while it is so, and with 1 when the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check litellm==1.110.2 opentelemetry-sdk==1.45.2
LITELLM_LOCAL_MODEL_COST_MAP=True "$folder/venv/bin/python" - <<'PROGRAM'
from litellm.integrations.opentelemetry import OpenTelemetry

headers = OpenTelemetry._get_headers_dictionary("Authorization=Basic%20eDp5")
print(headers)
raise SystemExit(0 if headers == {"Authorization": "Basic%20eDp5"} else 1)
PROGRAM
