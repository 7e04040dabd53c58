import { SvcMedia } from "@svc/core";
import { startObservation } from "@svc/tracing";
import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replaceDataUris } from "../../../src/otel/media/data-uris.ts";
import { attributeOf, startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { startMediaService, type MediaService } from "../../support/http/media-service.ts";
import { traceTo, untrace } from "../../support/otlp/traced.ts";

const IMAGE = randomBytes(2_000);
const HASH = createHash("sha256").update(IMAGE).digest("base64");
const ID = HASH.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
const URI = `data:image/png;base64,${IMAGE.toString("base64")}`;
const TAG = `@@@svcMedia:type=image/png|id=${ID}|source=base64_data_uri@@@`;

describe("a data URI in a text", () => {
  const replace = (text: string): string =>
    replaceDataUris(text, ({ contentType, bytes }) => `<${contentType} ${bytes.length}>`);
  const [small, urlSafe] = [
    Buffer.from([251, 255, 254, 1]).toString("base64"),
    Buffer.from([251, 255, 254, 1]).toString("base64url"),
  ];

  it.each([
    ["alone", `data:image/png;base64,${small}`, "<image/png 4>"],
    ["inside JSON", `{"url":"data:image/png;base64,${small}"}`, '{"url":"<image/png 4>"}'],
    ["twice", `data:a/b;base64,${small} data:c/d;base64,${small}`, "<a/b 4> <c/d 4>"],
    ["side by side", `data:a/b;base64,AAAAdata:c/d;base64,AAAA`, "<a/b 6>:c/d;base64,AAAA"],
    ["in the URL-safe alphabet", `data:a/b;base64,${urlSafe}`, "<a/b 4>"],
    ["with parameters", `data:audio/wav;rate=8000;base64,${small}`, "<audio/wav 4>"],
    ["after plain text that says data:", `the data: see data:a/b;base64,${small}`, "the data: see <a/b 4>"],
    ["after a data: of its own line", `data: nothing;base64,${small}`, `data: nothing;base64,${small}`],
    ["without a type", `data:;base64,${small}`, `data:;base64,${small}`],
    ["without content", "data:a/b;base64,", "data:a/b;base64,"],
    ["without the scheme data:", `;base64,${small}`, `;base64,${small}`],
  ])("%s", (_what, text, expected) => {
    expect(replace(text)).toBe(expected);
  });

  it("is found in linear time in any text", () => {
    const hostile = ["data:".repeat(2_000_000), ";base64,".repeat(1_000_000), `data:${"a".repeat(10_000_000)}`];
    for (const text of hostile) expect(replace(text)).toBe(text);
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
    const exported = await observe({ input: { image: URI } });
    expect(exported["svc.observation.input"]).toBe(JSON.stringify({ image: TAG }));
    const [asked, stored, reported] = service.requests;
    expect(asked).toMatchObject({
      method: "POST",
      path: "/api/public/media",
      body: {
        contentType: "image/png",
        contentLength: IMAGE.length,
        sha256Hash: HASH,
        field: "input",
        traceId: exported["traceId"],
        observationId: exported["spanId"],
      },
    });
    expect(asked!.headers["authorization"]).toMatch(/^Basic /);
    expect(stored).toMatchObject({
      method: "PUT",
      headers: { "content-type": "image/png", "x-amz-checksum-sha256": HASH },
    });
    expect(stored!.headers["authorization"]).toBeUndefined();
    expect(Buffer.compare(stored!.body as Buffer, IMAGE)).toBe(0);
    expect(reported).toMatchObject({
      method: "PATCH",
      path: `/api/public/media/${ID}`,
      body: { uploadHttpStatus: 200 },
    });
  });

  it("is found in output and in metadata, and as SvcMedia", async () => {
    const media = new SvcMedia({ source: "bytes", contentBytes: IMAGE, contentType: "image/png" });
    const exported = await observe({ output: `see ${URI}!`, metadata: { picture: media, deep: { er: [URI] } } });
    expect(exported).toMatchObject({
      "svc.observation.output": `see ${TAG}!`,
      "svc.observation.metadata.picture": JSON.stringify(TAG),
      "svc.observation.metadata.deep": JSON.stringify({ er: [TAG] }),
    });
    const fields = service.requests
      .filter(({ method }) => method === "POST")
      .map(({ body }) => (body as { field: string }).field);
    expect(fields.toSorted()).toEqual(["metadata", "metadata", "output"]);
  });

  it("known to the service is not uploaded again", async () => {
    service.known.add(ID);
    await observe({ input: URI });
    expect(service.requests.map(({ method }) => method)).toEqual(["POST"]);
  });

  it.each([429, 500, 503])("answered %i at first is retried", async (status) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    service.refusals.push(status);
    const observed = observe({ input: URI });
    const methods = (): string[] => service.requests.map(({ method }) => method);
    await vi.waitFor(() => expect(methods()).toEqual(["POST", "POST", "PUT", "PATCH"]), { timeout: 10_000 });
    await observed;
    expect(console.error).not.toHaveBeenCalled();
  });

  it("with a rejected upload is logged once, and keeps its reference", async () => {
    service.storageAnswers.push(403);
    const exported = await observe({ input: URI });
    expect(exported["svc.observation.input"]).toBe(TAG);
    expect(service.requests.at(-1)).toMatchObject({ method: "PATCH", body: { uploadHttpStatus: 403 } });
    expect(vi.mocked(console.error).mock.calls.flat().join()).toContain(
      `The media ${ID} could not be uploaded: status 403`,
    );
  });

  it("stays in the span when uploads are disabled", async () => {
    const { processor } = traceTo(sink.url, { mediaUploadEnabled: false });
    startObservation("look", { input: URI }).end();
    await processor.forceFlush();
    expect(attributeOf(sink.spans[0]!, "svc.observation.input")).toBe(URI);
  });

  it("of the AI SDK and of GenAI messages is found as bare base64", async () => {
    const file = { type: "file", mediaType: "image/png", data: IMAGE.toString("base64") };
    const blob = { type: "blob", modality: "image", mime_type: "image/png", content: IMAGE.toString("base64") };
    const { processor, tracer } = traceTo(sink.url);
    const messages = (part: unknown): string =>
      JSON.stringify([{ role: "user", content: [{ type: "text", text: "?" }, part] }]);
    tracer
      .startSpan("ai", {
        attributes: { "ai.prompt.messages": messages(file), "gen_ai.input.messages": messages(blob) },
      })
      .end();
    await processor.forceFlush();
    expect(attributeOf(sink.spans[0]!, "ai.prompt.messages")).toBe(messages({ ...file, data: TAG }));
    expect(attributeOf(sink.spans[0]!, "gen_ai.input.messages")).toBe(messages({ ...blob, content: TAG }));
  });
});
