import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { OpenAIInstrumentation } from "@svc/openai";
import type { SvcSpanProcessorParams } from "@svc/otel";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startMediaService, type MediaService } from "../../../support/http/media-service.ts";
import { clientAt, methodOf, type ApiStream, type OpenAIModule } from "../../../support/openai/openai-client.ts";
import { allRecordings } from "../../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../../support/openai/openai-stand-in.ts";
import { traceTo, untrace } from "../../../support/otlp/traced.ts";
import { APPS } from "../../../support/paths.ts";

/** Recordings with 300 KB of media: its field, its type, and the sources of the references. */
const RECORDINGS = [
  ["chat-vision-base64", "input", [["image/png", "base64_data_uri"]]],
  ["chat-file-input", "input", [["application/pdf", "base64_data_uri"]]],
  ["chat-audio-output", "output", [["audio/wav", "bytes"]]],
  [
    "responses-media-input",
    "input",
    [
      ["image/jpeg", "base64_data_uri"],
      ["application/pdf", "base64_data_uri"],
    ],
  ],
  ["responses-stream-image", "output", [["image/png", "bytes"]]],
  ["image-generate-b64", "output", [["image/png", "bytes"]]],
  ["image-generate-stream", "output", [["image/webp", "bytes"]]],
  ["image-edit", "output", [["image/png", "bytes"]]],
  ["moderation-image", "input", [["image/png", "base64_data_uri"]]],
] as const;

const BYTES = Uint8Array.from({ length: 300 * 1024 }, (_, i) => (i * 31 + 7) & 255);
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64");
const HASH = hashOf(BYTES);
const ID = HASH.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);

describe("media in a call of the openai package", () => {
  const byId = new Map(allRecordings().map((recording) => [recording.id, recording]));
  const exported: Record<string, unknown>[] = [];
  const exporter: NonNullable<SvcSpanProcessorParams["exporter"]> = {
    export(spans, done) {
      exported.push(...spans.map(({ attributes }) => ({ ...attributes })));
      done({ code: 0 });
    },
    shutdown: () => Promise.resolve(),
  };
  let instrumentation: OpenAIInstrumentation;
  let openai: OpenAIModule;
  let standIn: OpenAIStandIn;
  let service: MediaService;

  beforeAll(async () => {
    // The instrumentation is active before the package is loaded, as with a preload.
    instrumentation = new OpenAIInstrumentation();
    const app = join(APPS, "openai-7/package.json");
    openai = createRequire(app)("openai") as OpenAIModule;
    standIn = await OpenAIStandIn.start();
  });

  beforeEach(async () => {
    service = await startMediaService();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });

  afterEach(async () => {
    exported.length = 0;
    untrace();
    vi.restoreAllMocks();
    await service.close();
  });

  afterAll(async () => {
    instrumentation.disable();
    await standIn.stop();
  });

  /** Makes the call of a recording in a provider with our processor; returns the exported attributes after a flush. */
  async function record(id: string, params: SvcSpanProcessorParams = {}): Promise<Record<string, unknown>> {
    const { processor } = traceTo(service.url, { exporter, ...params });
    const { call, response } = byId.get(id)!;
    const { $files, ...given } = call.params;
    const files =
      $files === undefined ? {} : { image: new File([new Uint8Array(8)], "pool.png", { type: "image/png" }) };
    const client = clientAt(openai, standIn.perform(response).url);
    const answer = await methodOf(client, call.api, 7)({ ...given, ...files });
    if (given.stream === true) for await (const event of answer as ApiStream) void event;
    await processor.forceFlush();
    expect(exported).toHaveLength(1);
    return exported[0]!;
  }

  const attributeOf = (field: "input" | "output"): string =>
    field === "input" ? A.OBSERVATION_INPUT : A.OBSERVATION_OUTPUT;

  it.each(RECORDINGS)("%s: a reference in the %s, and an upload that a flush waits for", async (id, field, media) => {
    const text = String((await record(id))[attributeOf(field)]);
    for (const [type, source] of media)
      expect(text).toContain(`"@@@svcMedia:type=${type}|id=${ID}|source=${source}@@@"`);
    expect(text.length).toBeLessThan(700);
    const uploads = service.requests.filter(({ path }) => path.startsWith("/storage/"));
    const uploaded = uploads.map(({ body, headers }) => [headers["content-type"], hashOf(body as Buffer)]);
    expect(new Set(uploaded.map(String))).toEqual(new Set(media.map(([type]) => `${type},${HASH}`)));
    expect(uploaded).toHaveLength(media.length);
    const asked = service.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
    for (const [contentType] of media) {
      const about = { field, contentType, contentLength: BYTES.length, sha256Hash: HASH };
      expect(asked).toContainEqual(expect.objectContaining(about));
    }
  });

  it("is described by its type, size and hash without a processor that uploads it", async () => {
    const attributes = await record("chat-vision-base64", { mediaUploadEnabled: false });
    expect(attributes[A.OBSERVATION_INPUT]).toContain(
      `"url":"<media not kept: image/png, ${BYTES.length} bytes, SHA-256 ${HASH}>"`,
    );
    expect(service.requests).toEqual([]);
  });

  it("is not uploaded when the mask removes its reference", async () => {
    const attributes = await record("chat-vision-base64", { mask: () => "hidden" });
    expect(attributes[A.OBSERVATION_INPUT]).toBe("hidden");
    expect(service.requests).toEqual([]);
  });

  it("is uploaded when an asynchronous mask keeps its reference", async () => {
    const attributes = await record("chat-vision-base64", { mask: ({ data }) => Promise.resolve(data) });
    expect(attributes[A.OBSERVATION_INPUT]).toContain(ID);
    expect(service.requests.filter(({ path }) => path.startsWith("/storage/"))).toHaveLength(1);
  });

  it("is dropped with a span that the filter drops", async () => {
    const { processor } = traceTo(service.url, { exporter, shouldExportSpan: () => false });
    const { call, response } = byId.get("chat-vision-base64")!;
    await methodOf(clientAt(openai, standIn.perform(response).url), call.api, 7)(call.params);
    await processor.forceFlush();
    expect([exported, service.requests]).toEqual([[], []]);
  });

  it("leaves text after a data URI unchanged", async () => {
    const { processor } = traceTo(service.url, { exporter });
    const uri = `data:image/png;base64,${Buffer.from(BYTES.subarray(0, 600)).toString("base64")}`;
    const { response } = byId.get("chat-basic")!;
    const params = { model: "m", messages: [{ role: "user", content: `${uri} What is this?` }] };
    await methodOf(clientAt(openai, standIn.perform(response).url), "chat.completions.create", 7)(params);
    await processor.forceFlush();
    expect(exported[0]![A.OBSERVATION_INPUT]).toMatch(
      /@@@svcMedia:type=image\/png\|id=[\w-]{22}\|source=base64_data_uri@@@ What is this\?/,
    );
  });
});
