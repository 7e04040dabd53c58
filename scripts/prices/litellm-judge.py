"""Prices calls with LiteLLM. Reads a JSON list of calls on standard input, and prints a JSON list of costs in US dollars: null for a call
that LiteLLM has no price for."""

import json
import os
import sys

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm  # noqa: E402
from litellm.types.utils import Usage  # noqa: E402


def cost(call):
    entry = litellm.model_cost[call["model"]]
    provider = entry["litellm_provider"].split("-")[0]
    try:
        prompt, completion = litellm.cost_per_token(
            model=call["model"],
            custom_llm_provider=PROVIDERS.get(provider, provider),
            usage_object=Usage(**call["usage"]),
            service_tier=call.get("service_tier"),
        )
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:200]}
    return prompt + completion


PROVIDERS = {"bedrock_converse": "bedrock"}

print(json.dumps([cost(call) for call in json.load(sys.stdin)]))
