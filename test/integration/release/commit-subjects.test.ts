import { expect, it } from "vitest";
import { faultOfSubject } from "../../../scripts/commit-subjects.ts";

it.each([
  ["otel: retry 503 at exit", "undefined"],
  ["server, bedrock: ask the one place for what is decided there", "undefined"],
  [`otel: ${"a".repeat(66)}`, "undefined"],
  [`otel: ${"a".repeat(67)}`, "has 73 characters"],
  ["Retry 503 at exit", 'does not begin with "area: "'],
  ["otel:retry", 'does not begin with "area: "'],
])("the subject %o has the fault %s", (subject, fault) => {
  expect(String(faultOfSubject(subject))).toContain(fault);
});
