// The function that observes one client, of every provider that has a row in test/providers.
import { inspect } from "node:util";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROVIDERS } from "../../../instrumentations/index.ts";
import { PROVIDER_TESTS } from "../../support/all-provider-tests.ts";
import { CREDENTIAL_TEXTS, PLANTED } from "../../support/credential-texts.ts";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import type { ObservedCalls, Observe } from "../../support/provider-tests.ts";

const OBSERVED = PROVIDERS.flatMap(({ name, module, packages: [found] }) => {
  const { observed } = PROVIDER_TESTS.get(name) ?? {};
  if (observed === undefined || found?.observer === undefined) return [];
  return [{ functionName: found.observer.functionName, module, sdk: found.name, observed }];
});

it("has a row for each function that observes the clients of a provider", () => {
  const functions = PROVIDERS.flatMap(({ packages: [found] }) => found?.observer?.functionName ?? []);
  const rows = new Set(OBSERVED.map(({ functionName }) => functionName));
  // Its calls are observed by the recordings of its API.
  expect(functions.filter((name) => !rows.has(name))).toEqual(["observeAnthropic"]);
});

describe.each(OBSERVED)("$functionName", ({ functionName, module, sdk, observed }) => {
  let [package_, observe]: [ObservedPackage, Observe] = [] as never;
  let calls: ObservedCalls;

  beforeAll(async () => {
    package_ = await ObservedPackage.start(observed.installation, observed.answer);
    observe = ((await import(module)) as Record<string, Observe>)[functionName]!;
    calls = observed.calls(package_.load(sdk) as never, package_.url);
  }, 120_000);
  afterAll(() => package_.stop());

  it("records only the calls of the observed client, with its configuration, and returns the client", async () => {
    const client = calls.client();
    expect(observe(client, { generationName: "greeting", userId: "u1" })).toBe(client);
    await calls.ask(calls.client() as never);
    await calls.ask(client as never);
    await calls.askFurther?.(client as never, observe);
    const spans = await package_.spans();

    expect(spans.map(({ name }) => name)).toEqual(observed.spans.map(([name]) => name));
    for (const [index, [, attributes]] of observed.spans.entries()) {
      expect(attributesOf(spans[index]!)).toMatchObject(attributes);
    }
    expect(attributesOf(spans[0]!)).toMatchObject({ [A.TRACE_USER_ID]: "u1", "server.address": "127.0.0.1" });
  });

  it("returns any other value as it is", () => {
    const other = { chat: () => 1, models: {} };
    expect(observe(other)).toBe(other);
  });

  it("records the text of a refusal without the credentials in it, which the application gets", async () => {
    const before = (await package_.spans()).length;
    package_.refuseWith(CREDENTIAL_TEXTS.map(([, text]) => text).join("\n"));
    const client = observe(calls.client(), {});
    const error = await calls.ask(client as never).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(inspect(error, { depth: 9 })).toContain(PLANTED);
    const [span, ...others] = (await package_.spans()).slice(before);
    expect(others).toEqual([]);
    expect(attributesOf(span!)).toMatchObject({ [A.OBSERVATION_LEVEL]: "ERROR" });
    const text = inspect(span, { depth: 9, maxStringLength: null });
    expect(text).toContain("***");
    expect(text).not.toContain(PLANTED);
  });
});
