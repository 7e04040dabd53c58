import { expect, it } from "vitest";
import { wireForm } from "../../../instrumentations/bedrock/commands/wire-form.ts";

const PNG = new Uint8Array([137, 80, 78, 71]);

const FORMS = [
  ["plain data, as it is", { text: "a", list: [1, null, true] }, { text: "a", list: [1, null, true] }],
  ["bytes, as base64", { blob: PNG }, { blob: "iVBORw==" }],
  [
    "bytes of an image, as a data URI",
    { image: { format: "png", source: { bytes: PNG } } },
    { image: { format: "png", source: { bytes: "data:image/png;base64,iVBORw==" } } },
  ],
  ["a block that the package does not know, as itself", { $unknown: ["poem", { verses: 2 }] }, { poem: { verses: 2 } }],
  ["a block beside an unknown one that is not there", { text: "a", $unknown: undefined }, { text: "a" }],
  ["a field without a value, left out", { text: undefined, list: [1] }, { list: [1] }],
  [
    "a getter, left out",
    Object.defineProperty({ text: "a" }, "secret", { get: fail, enumerable: true }),
    { text: "a" },
  ],
  ["a proxy, left out", { text: "a", proxy: new Proxy({}, { get: fail }) }, { text: "a" }],
] as const;

function fail(): never {
  throw new Error("The recording runs code of the application");
}

it.each(FORMS)("writes %s", (_title, value, form) => {
  const written = wireForm(value);
  expect(written).toStrictEqual(form);
  expect(JSON.parse(JSON.stringify(written))).toEqual(form);
});

it("leaves a value in its form the same object", () => {
  const message = { role: "user", content: [{ text: "a" }] };
  expect(wireForm(message)).toBe(message);
});

it("refuses a circular value", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  expect(() => wireForm(circular)).toThrow("nested too deeply");
});
