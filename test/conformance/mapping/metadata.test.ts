import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import { mapped, of } from "./mapped-observation.ts";

describe("metadata of other instrumentations", () => {
  test("metadata of the AI SDK without attributes that became fields", async () => {
    const { metadata } = await of(
      {
        "ai.telemetry.metadata.plan": "pro",
        "ai.telemetry.metadata.userId": "u",
        "ai.prompt": "p",
        "ai.settings.maxRetries": 2,
      },
      "ai",
    );
    expect(metadata).toMatchObject({ plan: "pro", "attributes.ai.settings.maxRetries": 2, "scope.name": "ai" });
    expect(Object.keys(metadata as object)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/userId|ai\.prompt|telemetry/)]),
    );
  });

  test("later instrumentations replace top-level keys of earlier ones", async () => {
    const { metadata } = await mapped(
      {
        attributes: {
          [`${svc.OBSERVATION_METADATA}.scope`]: '"observation"',
          [`${svc.OBSERVATION_METADATA}.k`]: '"observation"',
          [`${svc.TRACE_METADATA}.k`]: '"trace"',
        },
      },
      "x",
      { resource: { "service.name": "shop" } },
    );
    expect(metadata).toMatchObject({ scope: "observation", k: "trace", "resourceAttributes.service.name": "shop" });
  });
});
