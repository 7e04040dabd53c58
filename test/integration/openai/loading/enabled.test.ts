import { OpenAIInstrumentation } from "@svc/openai";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

it.each([
  ["OTEL_NODE_DISABLED_INSTRUMENTATIONS", "openai", false],
  ["OTEL_NODE_DISABLED_INSTRUMENTATIONS", "http", true],
  ["OTEL_NODE_ENABLED_INSTRUMENTATIONS", "http", false],
  ["OTEL_NODE_ENABLED_INSTRUMENTATIONS", "openai", true],
])("with %s=%s the instrumentation can be enabled: %s", (variable, value, isEnabled) => {
  vi.stubEnv(variable, value);
  const instrumentation = new OpenAIInstrumentation();
  instrumentation.enable();
  expect(instrumentation.isEnabled()).toBe(isEnabled);
  instrumentation.disable();
});
