import { LangChainInstrumentation } from "@svc/langchain";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

it.each([
  ["OTEL_NODE_DISABLED_INSTRUMENTATIONS", "langchain", false],
  ["OTEL_NODE_DISABLED_INSTRUMENTATIONS", "http", true],
  ["OTEL_NODE_ENABLED_INSTRUMENTATIONS", "http", false],
  ["OTEL_NODE_ENABLED_INSTRUMENTATIONS", "langchain", true],
])("with %s=%s, whoever enables it, the instrumentation is enabled: %s", (variable, value, isEnabled) => {
  vi.stubEnv(variable, value);
  const instrumentation = new LangChainInstrumentation();
  instrumentation.enable();
  expect(instrumentation.isEnabled()).toBe(isEnabled);
  instrumentation.disable();
});
