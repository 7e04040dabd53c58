// The parts for platforms without Node give what Node's own modules give.
import fc from "fast-check";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as node from "../../../src/core/platform/node/bytes.ts";
import * as web from "../../../src/core/platform/web/bytes.ts";
import { sha256 } from "../../../src/core/platform/web/sha256.ts";

const bytes = fc.uint8Array({ maxLength: 300 });
/** Texts of any characters, with halves of surrogate pairs among them. */
const text = fc.string({ unit: "binary", maxLength: 60 });

const plain = (view: Uint8Array): number[] => [...view];

describe("without Node", () => {
  it("the SHA-256 of any bytes is that of node:crypto", () => {
    const check = (data: Uint8Array): void => {
      expect(plain(sha256(data))).toEqual(plain(createHash("sha256").update(data).digest()));
    };
    fc.assert(fc.property(bytes, check));
    // Around the ends of blocks, and views that do not begin with their buffer.
    for (let length = 50; length < 140; length++) check(new Uint8Array(200).fill(length).subarray(7, 7 + length));
  });

  it("texts have the bytes that Buffer gives them, and bytes the texts", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(plain(web.utf8(given))).toEqual(plain(node.utf8(given)));
        expect(web.utf8Size(given)).toBe(node.utf8Size(given));
        const [there, here] = [node.allocate(400).fill(0), web.allocate(400)];
        expect(web.writeUtf8(here, given, 3)).toBe(node.writeUtf8(there, given, 3));
        expect(plain(here)).toEqual(plain(there));
      }),
    );
    fc.assert(
      fc.property(bytes, (data) => {
        expect(web.utf8Text(data)).toBe(node.utf8Text(data));
      }),
    );
  });

  it.each(["", "\uD800", "\uDC00\uD800", "\uFEFFa", "héé 😀"])(
    "the text %j has as many bytes as in Buffer",
    (given) => {
      expect(web.utf8Size(given)).toBe(node.utf8Size(given));
      expect(web.utf8Text(node.utf8(given))).toBe(node.utf8Text(node.utf8(given)));
    },
  );

  it("base64 and hexadecimal digits are those of Buffer", () => {
    fc.assert(
      fc.property(bytes, (data) => {
        expect(web.toBase64(data)).toBe(node.toBase64(data));
        expect(web.hex(data)).toBe(node.hex(data));
        expect(plain(web.fromBase64(node.toBase64(data)))).toEqual(plain(data));
        expect(plain(web.fromBase64(Buffer.from(data).toString("base64url")))).toEqual(plain(data));
      }),
    );
  });

  it.each(["YQ", "YQ==YQ==", "Y Q\n=", "YWI_-w", "YWI/+w=", "A", "", "===="])(
    "reads the base64 %j like Buffer",
    (given) => {
      expect(plain(web.fromBase64(given))).toEqual(plain(node.fromBase64(given)));
    },
  );
});
