import { SvcMedia } from "@svc/core";
import { basicAuthorization, LOCAL_KEYS, mediaHash, mediaIdOf, mediaTag } from "@svc/core/internal";
import { startObservation } from "@svc/tracing";
import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { startLocalService } from "../../support/server/local-service.ts";
import { traceTo, untrace } from "../../support/otlp/traced.ts";

const bytes = randomBytes(60_000);
const base64 = bytes.toString("base64");
const uri = `data:image/png;base64,${base64}`;
const longText = `${"x".repeat(70_000)}"\n\u0001`;
const media = new SvcMedia({ source: "bytes", contentBytes: bytes, contentType: "image/png" });
const shared = { url: uri };

afterEach(untrace);

/** Returns the text of this input on a span that has not ended. */
function textOf(input: unknown): unknown {
  traceTo("http://127.0.0.1:9");
  const { otelSpan } = startObservation("look", { input });
  return (otelSpan as unknown as { attributes: Record<string, unknown> }).attributes["svc.observation.input"];
}

function deep(value: unknown): unknown {
  return Array.from({ length: 40 }).reduce((nested) => [nested], value);
}

describe("large media on a span", () => {
  it.each<[string, object]>([
    ["in messages", [{ role: "user", content: [{ type: "text", text: 'a "b" ü' }, { image_url: shared }] }]],
    ["twice", { first: shared, second: [shared, shared] }],
    ["as SvcMedia", { image: media, again: [media] }],
    ["in the value of a toJSON", { toJSON: () => ({ deep: [uri] }) }],
    ["beside a long text", [longText, uri, longText]],
    ["as bare base64", { type: "file", data: base64 }],
    ["with text before it", [`see ${uri}`]],
    ["with text after it", [`${uri} and more "text"`]],
    ["with a character to escape inside", [`data:image/png;base64,${base64}"${base64}`]],
    ["with a type to escape", [`data:"image"/png;base64,${base64}`]],
    ["beside what JSON leaves out", { a: undefined, b: () => 1, c: [undefined, Symbol("x")], d: uri }],
    ["beside dates and maps", { date: new Date(0), map: new Map([[1, 2]]), uri }],
    ["beside a name", { [uri]: 1, shared }],
    ["deep inside", { deep: deep(uri), shared }],
    ["beside a toJSON that leaves it out", { shared, other: { contentLength: 1e9, toJSON: () => undefined } }],
  ])("%s are what JSON.stringify writes", (_where, input) => {
    expect(textOf(input) === JSON.stringify(input)).toBe(true);
  });

  it("beside a bigint are written with its digits in quotes", () => {
    expect(textOf({ id: 2n ** 64n, uri })).toBe(JSON.stringify({ id: String(2n ** 64n), uri }));
  });

  it("in a circle, or beside a getter that throws, do not break the application", () => {
    const circle: unknown[] = [uri];
    circle.push(circle);
    const broken = {
      uri,
      get name() {
        throw new Error("no name");
      },
    };
    expect([circle, broken].map(textOf)).toEqual(["<failed to serialize>", "<failed to serialize>"]);
  });
});

describe("large media that the service gets", () => {
  it("are the images of spans that end in one turn, each in its span, with and without a mask", async () => {
    const service = await startLocalService();
    for (const mask of [undefined, ({ data }: { data: string }) => data.replace("secret", "***")]) {
      const { processor } = traceTo(service.url, { ...LOCAL_KEYS, ...(mask && { mask }) });
      const images = Array.from({ length: 20 }, () => randomBytes(1_500_000));
      const ids = images.map((image, place) => {
        const url = `data:image/png;base64,${image.toString("base64")}`;
        const observation = startObservation(`look ${place}`, { input: [{ text: "secret", url }], output: { url } });
        observation.end();
        return observation.id;
      });
      await processor.forceFlush();

      const stored = await service.observations();
      for (const [place, image] of images.entries()) {
        const mediaId = mediaIdOf(mediaHash(image));
        const tag = mediaTag("image/png", mediaId, "base64_data_uri");
        const text = mask === undefined ? "secret" : "***";
        expect(stored.find(({ id }) => id === ids[place])).toMatchObject({
          input: JSON.stringify([{ text, url: tag }]),
          output: JSON.stringify({ url: tag }),
        });
        const answer = await fetch(`${service.url}/api/public/media/${mediaId}`, { headers: { authorization } });
        expect(await answer.json()).toMatchObject({ contentLength: image.length, uploadedAt: expect.any(String) });
      }
      await processor.shutdown();
    }
    await service.stop();
  });
});

const authorization = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);
