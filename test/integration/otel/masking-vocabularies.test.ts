// Every text of a span, its events, its links and its resource passes the mask, whatever its name, except the names that must stay exact. The
// texts are looked for in the bytes that arrive.
import { resourceFromAttributes } from "@opentelemetry/resources";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import type { Attributes, Link } from "@opentelemetry/api";
import { SvcSpanProcessor, type MaskFunction } from "@svc/otel";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXACT_NAMES } from "../../../src/otel/masking/exact-names.ts";
import { FOREIGN_NAMES } from "../../support/masking/foreign-names.ts";
import { exportSinkOfEachTest, resourceAttributeOf } from "../../support/otlp/export-sink.ts";
import { attributesOfSpan } from "../../support/otlp/exported-attributes.ts";
import { TEST_KEYS } from "../../support/otlp/traced.ts";

const sink = exportSinkOfEachTest();

const SECRET = "SECRET-4711";
const CARD = 4111111111111111;

const hide = (text: string): string => text.replaceAll(SECRET, "***").replaceAll(/\b\d{16}\b/g, "***");
const textsOnly: MaskFunction = ({ data }) => (typeof data === "string" ? hide(data) : data);
const later: MaskFunction = async ({ data }) => Promise.resolve(typeof data === "string" ? hide(data) : data);

interface Made {
  readonly attributes?: Attributes;
  readonly event?: { readonly name: string; readonly attributes?: Attributes };
  readonly link?: Attributes;
  readonly resource?: Parameters<typeof resourceFromAttributes>[0];
}

/** Sends one span under a mask, and returns all that has arrived as one text. */
async function arrivedOf(mask: MaskFunction, { attributes = {}, event, link, resource = {} }: Made): Promise<string> {
  const processor = new SvcSpanProcessor({ ...TEST_KEYS, baseUrl: sink.url, mask, shouldExportSpan: () => true });
  const provider = new TracerProvider({
    spanProcessors: [processor],
    resource: resourceFromAttributes(resource),
  });
  const context = { traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 1 };
  const links: Link[] = link === undefined ? [] : [{ context, attributes: link }];
  const span = provider.getTracer("any").startSpan("work", { attributes, links });
  if (event !== undefined) span.addEvent(event.name, event.attributes);
  span.end();
  await processor.forceFlush();
  await processor.shutdown();
  expect(sink.spans).toHaveLength(1);
  return JSON.stringify(sink.exports, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

const secretsUnder = (names: readonly string[]): Attributes =>
  Object.fromEntries(names.map((name) => [name, `${name}=${SECRET}`]));

/** Returns the names under which the secret has arrived. */
const leaked = (arrived: string): string[] => [
  ...new Set(Array.from(arrived.matchAll(new RegExp(`"([^"]*)=${SECRET}"`, "g")), ([, name = ""]) => name)),
];

const PLACES: ReadonlyArray<[place: string, make: (attributes: Attributes) => Made]> = [
  ["a span", (attributes) => ({ attributes })],
  ["an event", (attributes) => ({ event: { name: "note", attributes } })],
  ["an event of the GenAI conventions", (attributes) => ({ event: { name: "gen_ai.user.message", attributes } })],
  ["a link", (link) => ({ link })],
  ["the resource", (resource) => ({ resource })],
];

const MASKS: ReadonlyArray<[which: string, mask: MaskFunction]> = [
  ["a mask", textsOnly],
  ["an asynchronous mask", later],
];

describe.each(MASKS)("%s", (_which, mask) => {
  it.each(PLACES)("sees every text of %s, whatever its name", async (_place, make) => {
    const arrived = await arrivedOf(mask, make(secretsUnder(FOREIGN_NAMES)));
    expect(leaked(arrived)).toEqual([]);
    expect(arrived).not.toContain(SECRET);
    for (const name of FOREIGN_NAMES) expect(arrived).toContain(`"${name}"`);
    expect(arrived).toContain("***");
  });

  it.each(PLACES)("sees every text of a list in %s", async (_place, make) => {
    const lists = Object.fromEntries(FOREIGN_NAMES.map((name) => [name, ["open", `${name}=${SECRET}`]]));
    const arrived = await arrivedOf(mask, make(lists));
    expect(arrived).not.toContain(SECRET);
    expect(arrived).toContain("open");
  });

  it("sees long numbers, and texts inside a value that is an object", async () => {
    const nested = { card: CARD, deep: [{ [`key ${SECRET}`]: SECRET }], count: 3 } as never;
    const arrived = await arrivedOf(mask, { attributes: { "input.value": CARD, nested, tokens: 12 } });
    expect(arrived).not.toContain(SECRET);
    expect(arrived).not.toContain(String(CARD));
    expect(attributesOfSpan(sink, "work")).toMatchObject({ "input.value": "***", tokens: 12 });
  });

  it("sees the name of an event that the service does not read", async () => {
    const arrived = await arrivedOf(mask, { event: { name: `the user wrote ${SECRET}` } });
    expect(arrived).not.toContain(SECRET);
    expect(arrived).toContain("the user wrote ***");
  });

  it("that returns objects as they are gets the texts inside metadata", async () => {
    const metadata = {
      "svc.observation.metadata.a": JSON.stringify({ a: SECRET, list: [{ b: SECRET, card: CARD }], [SECRET]: 1 }),
      "svc.observation.metadata.card": String(CARD),
      "svc.trace.metadata.b": JSON.stringify([SECRET, 2]),
    };
    await arrivedOf(mask, { attributes: metadata });
    expect(attributesOfSpan(sink, "work")).toMatchObject({
      "svc.observation.metadata.a": '{"a":"***","list":[{"b":"***","card":"***"}],"***":1}',
      "svc.observation.metadata.card": '"***"',
      "svc.trace.metadata.b": '["***",2]',
    });
  });
});

/** Mark that the processor itself writes on each of these spans. */
const STAMPED = "svc.internal.is_app_root";
const EXACT = Object.entries(EXACT_NAMES).flatMap(([topic, names]) => names.map((name) => [topic, name] as const));

describe("names that stay exact", () => {
  it.each(PLACES)("keep their values in %s", async (_place, make) => {
    const names = EXACT.map(([, name]) => name.replace("*", "name")).filter((name) => name !== STAMPED);
    const arrived = await arrivedOf(() => "***", make({ ...secretsUnder(names), other: SECRET }));
    expect(leaked(arrived).toSorted()).toEqual([...names].toSorted());
  });

  it("are those that the page names", async () => {
    const page = await readFile(join(import.meta.dirname, "../../../docs/masking.md"), "utf8");
    for (const [topic, name] of EXACT) {
      const row = page.split("\n").find((line) => line.startsWith(`| ${topic} `));
      expect(row).toContain(`\`${name}\``);
    }
  });
});

describe("a mask", () => {
  it("that fails hides every text, and keeps the exact names", async () => {
    const fails: MaskFunction = () => {
      throw new Error("broken");
    };
    const arrived = await arrivedOf(fails, {
      attributes: { ...secretsUnder(FOREIGN_NAMES), "user.id": "ann" },
      event: { name: "note", attributes: secretsUnder(FOREIGN_NAMES) },
      link: secretsUnder(FOREIGN_NAMES),
      resource: secretsUnder(FOREIGN_NAMES),
    });
    expect(arrived).not.toContain(SECRET);
    expect(attributesOfSpan(sink, "work")["user.id"]).toBe("ann");
  });

  it("that fails for a text inside an object hides this text", async () => {
    const fails: MaskFunction = ({ data }) => {
      if (data === SECRET) throw new Error("broken");
      return data as unknown;
    };
    await arrivedOf(fails, { attributes: { "svc.observation.metadata.a": JSON.stringify({ a: SECRET, b: "open" }) } });
    expect(attributesOfSpan(sink, "work")["svc.observation.metadata.a"]).toBe(
      '{"a":"<fully masked due to failed mask function>","b":"open"}',
    );
  });

  it("sees attributes of the resource that are detected later", async () => {
    const detected = Promise.withResolvers<string>();
    const sent = arrivedOf(textsOnly, { resource: { "host.id": detected.promise, "service.name": SECRET } });
    detected.resolve(`machine ${SECRET}`);
    await sent;
    expect(resourceAttributeOf(sink.exports[0]!, "host.id")).toBe("machine ***");
    expect(resourceAttributeOf(sink.exports[0]!, "service.name")).toBe(SECRET);
  });
});
