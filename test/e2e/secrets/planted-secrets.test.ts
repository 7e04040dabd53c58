import { expect, it } from "vitest";
import { leaksIn, SECRETS } from "./planted-secrets.ts";

const SECRET = SECRETS["password of the proxy"];

// A search that finds nothing proves nothing unless it finds what is there.
it.each([
  ["as it is", SECRET],
  ["its second half", SECRET.slice(-12)],
  ["in a URL", `http://user:${encodeURIComponent(SECRET)}@proxy`],
  ["in base64 of a pair", Buffer.from(`user:${SECRET}`).toString("base64")],
  ["in base64 of another pair", Buffer.from(`user1:${SECRET}`).toString("base64")],
  ["in base64 of a third pair", Buffer.from(`user12:${SECRET} and more`).toString("base64")],
  ["in base64 for URLs", Buffer.from(`user:${SECRET}`).toString("base64url")],
  ["in JSON in JSON", JSON.stringify(JSON.stringify({ SECRET }))],
  ["in bytes", Buffer.from(`\u0000\uFFFD${SECRET}`)],
])("a secret is found %s", (_form, content) => {
  expect(leaksIn({ place: content })).toEqual([expect.stringContaining("password of the proxy in place: ")]);
});

it("a text without secrets has none", () => {
  expect(leaksIn({ place: "planted. Basic dXNlcjp4 ***" })).toEqual([]);
});
