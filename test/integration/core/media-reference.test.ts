import { base64Decode, base64Encode, base64ToBytes, bytesToBase64, SvcMedia, SvcMediaReference } from "@svc/core";
import { parseMediaReference } from "@svc/core/internal";
import fc from "fast-check";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const CONTENT = Buffer.from([0, 1, 2, 253, 254, 255]);
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/there") response.end(CONTENT);
    else response.writeHead(403).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await once(server, "close");
});

const reference = (params: { url?: string; urlExpiry?: string } = {}): SvcMediaReference =>
  new SvcMediaReference({
    mediaId: "abc",
    source: "bytes",
    contentType: "image/png",
    url: `${url}/there`,
    urlExpiry: new Date(Date.now() + 3_600_000).toISOString(),
    ...params,
  });

describe("SvcMediaReference", () => {
  it("is its reference text in JSON, and is parsed from it", () => {
    const text = JSON.parse(JSON.stringify(reference())) as string;
    expect(text).toBe("@@@svcMedia:type=image/png|id=abc|source=bytes@@@");
    expect(parseMediaReference(text)).toEqual({ contentType: "image/png", mediaId: "abc", source: "bytes" });
  });

  it("has its reference text", () => {
    expect(reference().referenceString).toBe("@@@svcMedia:type=image/png|id=abc|source=bytes@@@");
  });

  it.each<[secondsLeft: number, threshold: number | undefined, isExpired: boolean]>([
    [90, undefined, false],
    [30, undefined, true],
    [30, 10, false],
    [90, 100, true],
    [-1, 0, true],
  ])("with %d s left and a threshold of %s s is expired: %s", (secondsLeft, threshold, isExpired) => {
    const urlExpiry = new Date(Date.now() + secondsLeft * 1_000).toISOString();
    expect(reference({ urlExpiry }).isUrlExpired(threshold)).toBe(isExpired);
  });

  it.each([
    "",
    "abc",
    "@@@svcMedia:type=a|id=b@@@",
    "@@@svcMedia:type=|id=b|source=bytes@@@",
    "@@@svcMedia:type=a|id=b|source=bytes",
  ])("rejects %j", (text) => {
    expect(() => parseMediaReference(text)).toThrow("is no media reference");
  });

  it("downloads its content", async () => {
    expect(Buffer.from(await reference().fetchBytes())).toEqual(CONTENT);
    expect(await reference().fetchDataUri()).toBe(`data:image/png;base64,${CONTENT.toString("base64")}`);
  });

  it("rejects when the download fails", async () => {
    await expect(reference({ url: `${url}/gone` }).fetchBytes()).rejects.toThrow(
      "The media abc could not be downloaded: status 403.",
    );
  });
});

describe("SvcMedia", () => {
  it("has the same content from bytes and from their data URI", async () => {
    const fromBytes = new SvcMedia({ source: "bytes", contentBytes: CONTENT, contentType: "image/png" });
    const fromUri = new SvcMedia({ source: "base64_data_uri", base64DataUri: fromBytes.base64DataUri! });
    expect(await fromUri.getId()).toBe(await fromBytes.getId());
    expect(fromUri.contentLength).toBe(CONTENT.length);
    expect(await fromBytes.getTag()).toBe(`@@@svcMedia:type=image/png|id=${await fromBytes.getId()}|source=bytes@@@`);
  });
});

it("is decoded from its base64, bytes and text", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string({ unit: "grapheme" }), (bytes, text) => {
      expect(base64ToBytes(bytesToBase64(bytes))).toEqual(bytes);
      expect(base64Decode(base64Encode(text))).toBe(text);
    }),
  );
});
