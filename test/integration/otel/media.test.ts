import { SvcMedia } from "@svc/core";
import { startObservation } from "@svc/tracing";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { replaceDataUris } from "../../../src/otel/media/data-uris.ts";
import { attributeOf, startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { startMediaService, type MediaService } from "../../support/http/media-service.ts";
import { traceTo, untrace } from "../../support/otlp/traced.ts";

let image: Uint8Array<ArrayBuffer>;
let uri: string;
let hash: string;
let id: string;
let tag: string;

beforeAll(async () => {
  image = crypto.getRandomValues(new Uint8Array(2_000));
  uri = `data:image/png;base64,${base64Of(image)}`;
  hash = base64Of(new Uint8Array(await crypto.subtle.digest("SHA-256", image)));
  id = hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
  tag = `@@@svcMedia:type=image/png|id=${id}|source=base64_data_uri@@@`;
});

describe("a data URI in a text", () => {
  const replace = (text: string): string =>
    replaceDataUris(text, ({ contentType, bytes }) => `<${contentType} ${bytes.length}>`);
  const [small, urlSafe] = ["+//+AQ==", "-__-AQ"];
  /** Returns lines of 76 digits, the last of which is shorter. */
  function lines(count: number, last: number): string {
    return [...Array.from({ length: count - 1 }, () => "A".repeat(76)), "A".repeat(last)].join("\n");
  }

  it.each([
    ["alone", `data:image/png;base64,${small}`, "<image/png 4>"],
    ["inside JSON", `{"url":"data:image/png;base64,${small}"}`, '{"url":"<image/png 4>"}'],
    ["twice", `data:a/b;base64,${small} data:c/d;base64,${small}`, "<a/b 4> <c/d 4>"],
    ["side by side", `data:a/b;base64,AAAAdata:c/d;base64,AAAA`, "<a/b 6>:c/d;base64,AAAA"],
    ["in the URL-safe alphabet", `data:a/b;base64,${urlSafe}`, "<a/b 4>"],
    ["with parameters", `data:audio/wav;rate=8000;base64,${small}`, "<audio/wav 4>"],
    ["after plain text that says data:", `the data: see data:a/b;base64,${small}`, "the data: see <a/b 4>"],
    ["after a data: of its own line", `data: nothing;base64,${small}`, `data: nothing;base64,${small}`],
    ["without a type", `data:;base64,${small}`, "<text/plain 4>"],
    ["in capitals", `see DATA:image/PNG;BASE64,${small}`, "see <image/PNG 4>"],
    ["with a percent-encoded parameter", `data:a/b;name=a%20b.pdf;base64,${small}`, "<a/b 4>"],
    ["with a quoted parameter", `data:a/b; name="a b.pdf";base64,${small}`, "<a/b 4>"],
    ["beside numbers", `[264,64,"data:a/b;base64,${small}",64,1]`, '[264,64,"<a/b 4>",64,1]'],
    ["with escaped slashes", String.raw`["data:a\/b;base64,+\/\/+AQ=="]`, '["<a/b 4>"]'],
    ["with other escapes of JSON", String.raw`["data:a/b;base64,\u002B//\u002bAQ\u003D="]`, '["<a/b 4>"]'],
    ["as JSON in JSON", JSON.stringify(JSON.stringify(["data:a/b;base64,+//+\nAQ=="])), String.raw`"[\"<a/b 4>\"]"`],
    ["with padding on two lines", `data:a/b;base64,+//+\nAQ=\n=\n`, "<a/b 4>\n"],
    [
      "in lines, with a word behind",
      `data:a/b;base64,${lines(3, 40)}\nThanks`,
      `data:a/b;base64,${lines(3, 40)}\nThanks`,
    ],
    ["in lines inside text", `(see data:a/b;base64,${lines(3, 40)}) a b`, "(see <a/b 144>) a b"],
    ["in lines before text", `see data:a/b;base64,${lines(3, 39)}= a b`, "see <a/b 143> a b"],
    ["in one line of text", `data:a/b;base64,aGVsbG8h is a word. data:a/b;base64,AAAA`, "<a/b 6> is a word. <a/b 3>"],
    ["in two lines of other lengths", `"data:a/b;base64,AAAA AAAAAA AA"`, `"data:a/b;base64,AAAA AAAAAA AA"`],
    ["with a digit too many", "data:a/b;base64,AAAAA", "data:a/b;base64,AAAAA"],
    ["without content", "data:a/b;base64,", "data:a/b;base64,"],
    ["without the scheme data:", `;base64,${small}`, `;base64,${small}`],
  ])("%s", (_what, text, expected) => {
    expect(replace(text)).toBe(expected);
  });

  it.each([1, 4, 16_383, 16_384, 16_385, 49_152, 65_538, 200_000])("ends after %i characters of base64", (length) => {
    const base64 = "AbC9+/-_".repeat(25_000).slice(0, length);
    for (const before of ["", "ä€"]) {
      for (const after of ["", '"', " ", "=x", "==AAAA", "ö", "\\n"]) {
        const end = /^={0,2}/.exec(after)![0].length;
        const text = `${before}data:a/b;base64,${base64}${after}`;
        // One digit more than a multiple of four holds no whole byte: the text was cut.
        const media = `${before}<a/b ${Math.floor((length * 3) / 4)}>${after.slice(end)}`;
        expect(replace(text)).toBe(length % 4 === 1 ? text : media);
      }
    }
  });

  it("is found in linear time in any text", () => {
    const hostile = ["data:".repeat(2_000_000), ";base64,".repeat(1_000_000), `data:${"a".repeat(10_000_000)}`];
    const heads = ["data:a/b;base64,A ", "data:a/b;base64,A%", "data:a/b;base64,\\", "data:a/b;n=;base64,A=\n"];
    hostile.push(...heads.map((head) => head + "A \\n%".repeat(200_000)));
    hostile.push(`data:a/b;base64,${"\\".repeat(1_000_000)}`, `data:${";a=".repeat(80)};base64,A `.repeat(10_000));
    for (const text of hostile) expect(replace(text).length).toBeLessThanOrEqual(text.length);
  });
});

describe("media in an observation", () => {
  let sink: ExportSink;
  let service: MediaService;

  beforeEach(async () => {
    [sink, service] = await Promise.all([startExportSink(), startMediaService()]);
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(async () => {
    untrace();
    vi.useRealTimers();
    vi.restoreAllMocks();
    await Promise.all([sink.close(), service.close()]);
  });

  /** Exports the observation through the exporter of the sink, and media through the media service. */
  async function observe(attributes: Parameters<typeof startObservation>[1]): Promise<Record<string, unknown>> {
    const exported: Array<Record<string, unknown>> = [];
    const exporter = {
      export(spans: readonly { attributes: object }[], done: (result: { code: number }) => void) {
        for (const span of spans) exported.push({ ...span.attributes });
        done({ code: 0 });
      },
      shutdown: () => Promise.resolve(),
    };
    const { processor } = traceTo(service.url, { exporter });
    const observation = startObservation("look", attributes);
    observation.end();
    await processor.forceFlush();
    return { ...exported[0], traceId: observation.traceId, spanId: observation.id };
  }

  it("is replaced by its reference, uploaded with its hash and type, and reported", async () => {
    const exported = await observe({ input: { image: uri } });
    expect(exported["svc.observation.input"]).toBe(JSON.stringify({ image: tag }));
    const [asked, stored, reported] = service.requests;
    expect(asked).toMatchObject({
      method: "POST",
      path: "/api/public/media",
      body: {
        contentType: "image/png",
        contentLength: image.length,
        sha256Hash: hash,
        field: "input",
        traceId: exported["traceId"],
        observationId: exported["spanId"],
      },
    });
    expect(asked!.headers["authorization"]).toMatch(/^Basic /);
    expect(stored).toMatchObject({
      method: "PUT",
      headers: { "content-type": "image/png", "x-amz-checksum-sha256": hash },
    });
    expect(stored!.headers["authorization"]).toBeUndefined();
    expect(base64Of(stored!.body as Uint8Array)).toBe(base64Of(image));
    expect(reported).toMatchObject({
      method: "PATCH",
      path: `/api/public/media/${id}`,
      body: { uploadHttpStatus: 200 },
    });
  });

  it("is found in output and in metadata, and as SvcMedia", async () => {
    const media = new SvcMedia({ source: "bytes", contentBytes: image, contentType: "image/png" });
    const exported = await observe({ output: `see ${uri}!`, metadata: { picture: media, deep: { er: [uri] } } });
    expect(exported).toMatchObject({
      "svc.observation.output": `see ${tag}!`,
      "svc.observation.metadata.picture": JSON.stringify(tag),
      "svc.observation.metadata.deep": JSON.stringify({ er: [tag] }),
    });
    const fields = service.requests
      .filter(({ method }) => method === "POST")
      .map(({ body }) => (body as { field: string }).field);
    expect(fields.toSorted()).toEqual(["metadata", "metadata", "output"]);
  });

  it("known to the service is not uploaded again", async () => {
    service.known.add(id);
    await observe({ input: uri });
    expect(service.requests.map(({ method }) => method)).toEqual(["POST"]);
  });

  it.each([429, 500, 503])("answered %i at first is retried", async (status) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    service.refusals.push(status);
    const observed = observe({ input: uri });
    const methods = (): string[] => service.requests.map(({ method }) => method);
    await vi.waitFor(() => expect(methods()).toEqual(["POST", "POST", "PUT", "PATCH"]), { timeout: 10_000 });
    await observed;
    expect(console.error).not.toHaveBeenCalled();
  });

  it("with a rejected upload is logged once, and keeps its reference", async () => {
    service.storageAnswers.push(403);
    const exported = await observe({ input: uri });
    expect(exported["svc.observation.input"]).toBe(tag);
    expect(service.requests.at(-1)).toMatchObject({ method: "PATCH", body: { uploadHttpStatus: 403 } });
    expect(vi.mocked(console.error).mock.calls.flat().join()).toContain(
      `The media ${id} could not be uploaded: status 403`,
    );
  });

  it("stays in the span when uploads are disabled", async () => {
    const { processor } = traceTo(sink.url, { mediaUploadEnabled: false });
    startObservation("look", { input: uri }).end();
    await processor.forceFlush();
    expect(attributeOf(sink.spans[0]!, "svc.observation.input")).toBe(uri);
  });

  it("of the AI SDK and of GenAI messages is found as bare base64", async () => {
    const file = { type: "file", mediaType: "image/png", data: base64Of(image) };
    const blob = { type: "blob", modality: "image", mime_type: "image/png", content: base64Of(image) };
    const { processor, tracer } = traceTo(sink.url);
    const messages = (part: unknown): string =>
      JSON.stringify([{ role: "user", content: [{ type: "text", text: "?" }, part] }]);
    tracer
      .startSpan("ai", {
        attributes: { "ai.prompt.messages": messages(file), "gen_ai.input.messages": messages(blob) },
      })
      .end();
    await processor.forceFlush();
    expect(attributeOf(sink.spans[0]!, "ai.prompt.messages")).toBe(messages({ ...file, data: tag }));
    expect(attributeOf(sink.spans[0]!, "gen_ai.input.messages")).toBe(messages({ ...blob, content: tag }));
  });
});

it("media of a processor without a secret key stays in the span", async () => {
  const sink = await startExportSink();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { processor } = traceTo(sink.url, { secretKey: "" });
  startObservation("look", { input: uri }).end();
  await processor.forceFlush();
  expect(attributeOf(sink.spans[0]!, "svc.observation.input")).toBe(uri);
  untrace();
  vi.restoreAllMocks();
  await sink.close();
});

function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
