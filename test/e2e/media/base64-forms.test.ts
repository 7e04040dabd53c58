// Base64 in each form that a URL, a mail or a program has it: the service gets the bytes whole, or the text stays as it was.
import { SvcClient, SvcMedia } from "@svc/client";
import { LOCAL_KEYS } from "@svc/core/internal";
import { getSvcTracerProvider, startObservation } from "@svc/tracing";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { runProgram, sendingTo } from "../../support/application/run-application.ts";
import { startHttpServer, type HttpServer } from "../../support/http/http-server.ts";
import { traceTo, untrace } from "../../support/otlp/traced.ts";
import { PRELOAD_FILE, ROOT } from "../../support/paths.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";

/** Bytes whose base64 has both special characters, and padding. */
const BYTES = Buffer.from(
  Uint8Array.from({ length: 1_000 }, (_, index) => (index * 131 + (index >> 3) * 17 + 251) & 255),
);
const PLAIN = BYTES.toString("base64");
const lines = (width: number, end: string): string => PLAIN.replaceAll(new RegExp(`.{${width}}`, "g"), `$&${end}`);
const percent = (text: string): string => text.replaceAll(/[+/=]/g, (character) => encodeURIComponent(character));

/** Base64 of the bytes, by its form. */
const CONTENTS: Readonly<Record<string, string>> = {
  plain: PLAIN,
  "without padding": PLAIN.replace(/=+$/, ""),
  "URL-safe": PLAIN.replaceAll("+", "-").replaceAll("/", "_"),
  "in lines of MIME": lines(76, "\n"),
  "in lines of MIME, as Windows ends them": lines(76, "\r\n"),
  "in lines of MIME without padding": lines(76, "\n").replace(/=+$/, ""),
  "in lines of PEM with a last line break": `${lines(64, "\n")}\n`,
  "with a line break before it": `\n${lines(76, "\n")}`,
  "with spaces": lines(100, " "),
  "with tabs at odd places": PLAIN.replace(/^(.{3})(.{70})(.{11})/, "$1\t$2\t \t$3\n"),
};
const LARGE = Buffer.concat(Array.from({ length: 100 }, () => BYTES));

/** Data URIs of the bytes, by their form. */
const URIS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(CONTENTS).map(([form, base64]) => [form, `data:image/png;base64,${base64}`])),
  "percent-encoded": `data:image/png;base64,${percent(PLAIN)}`,
  "percent-encoded, in lines": `data:image/png;base64,${percent(lines(76, "\n")).replaceAll("\n", "%0A")}`,
  "percent-encoded in small letters": `data:image/png;base64,${percent(PLAIN).replaceAll(/%../g, (code) => code.toLowerCase())}`,
  "in capitals": `DATA:image/png;BASE64,${PLAIN}`,
  "with a name": `data:image/png;name=a%20b.png;base64,${PLAIN}`,
  "with a quoted name": `data:image/png; name="a b.png"; base64,${PLAIN}`,
  "without a type": `data:;base64,${PLAIN}`,
};

/** Query of all observations that the tests make. */
const ALL = { limit: "1000" };
const REFERENCE = /@@@svcMedia:[^@]+@@@/g;

let [service, model, client]: [LocalService, HttpServer, SvcClient] = [] as never;
beforeAll(async () => {
  [service, model] = await Promise.all([
    startLocalService(),
    startHttpServer((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end('{"id":"1","model":"m","choices":[],"content":[],"candidates":[]}');
    }),
    installed("anthropic-1"),
    installed("google-genai-3"),
  ]);
  client = new SvcClient({ ...LOCAL_KEYS, baseUrl: service.url });
}, 180_000);
afterAll(async () => {
  await client.shutdown();
  await Promise.all([service.stop(), model.close()]);
});

/** Returns the contents behind all references in a value, as base64. No form may leave base64 beside its reference. */
async function contentsIn(value: unknown): Promise<string[]> {
  const text = JSON.stringify(value);
  const references = text.match(REFERENCE) ?? [];
  expect(text.replaceAll(REFERENCE, "").length).toBeLessThan(700);
  const resolved = await client.media.resolveReferences({ obj: references, resolveWith: "base64DataUri" });
  return resolved.map((uri) => uri.replace(/^data:[\w/.+-]+;base64,/, ""));
}

/** Returns the forms whose value is not the expected one, so that a failure names each of them. */
function differing(forms: readonly string[], found: readonly unknown[], expected: unknown): string[] {
  return forms.filter((_form, index) => JSON.stringify(found[index]) !== JSON.stringify(expected));
}

describe("base64 in every form", () => {
  it("is the content of SvcMedia", () => {
    const found = Object.values(URIS).map((base64DataUri) => {
      const { content } = new SvcMedia({ source: "base64_data_uri", base64DataUri });
      return content && Buffer.from(content.bytes).toString("base64");
    });
    expect(differing(Object.keys(URIS), found, PLAIN)).toEqual([]);
  });

  it("is taken whole out of observations: as input, in JSON, in JSON inside of JSON, in text and in metadata", async () => {
    const { processor } = traceTo(service.url, LOCAL_KEYS);
    for (const [form, uri] of Object.entries(URIS)) {
      const input = { uri, json: JSON.stringify({ arguments: JSON.stringify({ uri }) }) };
      startObservation(form, { input, output: uri, metadata: { uri, quoted: `<img src="${uri}">, and text` } }).end();
    }
    await processor.shutdown();
    untrace();
    const stored = await service.observations(ALL);
    const found = await Promise.all(
      Object.keys(URIS).map((form) => {
        const observation = stored.find(({ name }) => name === form)!;
        return contentsIn([observation.input, observation.output, observation.metadata]);
      }),
    );
    expect(differing(Object.keys(URIS), found, [PLAIN, PLAIN, PLAIN, PLAIN, PLAIN])).toEqual([]);
  });

  it("is taken whole out of a large text", async () => {
    const { processor } = traceTo(service.url, LOCAL_KEYS);
    const base64 = LARGE.toString("base64");
    const forms = [base64, base64.replaceAll(/.{76}/g, "$&\n"), percent(base64)];
    for (const form of forms) startObservation("large", { input: [{ url: `data:image/png;base64,${form}` }] }).end();
    await processor.shutdown();
    untrace();
    const stored = await service.observations({ ...ALL, name: "large" });
    const found = await Promise.all(stored.map(({ input }) => contentsIn(input)));
    expect(found.map(([content]) => content === base64)).toEqual([true, true, true]);
  });

  it.each([
    ["ai", "ai.prompt.messages", "data", { type: "file", mediaType: "image/png" }],
    ["others", "gen_ai.input.messages", "content", { type: "blob", modality: "image", mime_type: "image/png" }],
  ])("is taken whole out of the messages of %s, in %s", async (scope, attribute, field, part) => {
    const { processor } = traceTo(service.url, LOCAL_KEYS);
    const tracer = getSvcTracerProvider().getTracer(scope);
    const before = (await service.observations(ALL)).length;
    for (const base64 of Object.values(CONTENTS)) {
      const messages = [{ role: "user", content: [{ ...part, [field]: base64 }] }];
      const attributes = { "gen_ai.operation.name": "chat", [attribute]: JSON.stringify(messages) };
      tracer.startSpan("messages", { attributes }).end();
    }
    await processor.shutdown();
    untrace();
    const stored = (await service.observations(ALL)).slice(before);
    const found = await Promise.all(stored.map(({ input }) => contentsIn(input)));
    expect(differing(Object.keys(CONTENTS), found, [PLAIN])).toEqual([]);
  });

  it.each([
    ["openai", "", 4],
    ["anthropic", "anthropic-1", 1],
    ["google", "google-genai-3", 1],
  ] as const)("is taken whole out of the requests of %s under the preload", async (provider, installation, count) => {
    const before = (await service.observations(ALL)).length;
    const forms = Object.entries(URIS).map(([form, uri]) => ({ uri, base64: CONTENTS[form] ?? PLAIN }));
    const run = await runProgram({
      cwd: installation === "" ? ROOT : await installed(installation),
      node: ["--import", PRELOAD_FILE],
      args: [join(import.meta.dirname, "base64-child.mjs"), provider],
      env: { MODEL_URL: model.url, ...sendingTo(service.url) },
      input: JSON.stringify(forms),
    });
    expect([run.stderr, run.exitCode]).toEqual(["", 0]);
    const stored = (await service.observations(ALL)).slice(before);
    expect(stored).toHaveLength(forms.length);
    const found = await Promise.all(stored.map(({ input }) => contentsIn(input)));
    const expected = Array.from({ length: count }, () => PLAIN);
    expect(differing(Object.keys(URIS), found, expected)).toEqual([]);
  });

  it("is uploaded whole for dataset items", async () => {
    await client.api.datasets.create({ name: "forms" });
    const found: string[][] = [];
    for (const base64DataUri of Object.values(URIS)) {
      const input = { picture: new SvcMedia({ source: "base64_data_uri", base64DataUri }) };
      const { input: stored } = await client.dataset.createItem({ datasetName: "forms", input });
      found.push(await contentsIn(stored));
    }
    expect(differing(Object.keys(URIS), found, [PLAIN])).toEqual([]);
  });
});
