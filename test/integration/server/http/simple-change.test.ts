// Changes that a browser sends for a page of another origin without asking the service first, with the pair that a person has typed.
import { expect, test } from "vitest";
import { isSimpleChangeOfOtherPage } from "../../../../src/server/http/simple-change.ts";

const HOST = "traces.example.com";
const [OWN, OTHER] = [`https://${HOST}`, "https://evil.example"];

test.each<[isRefused: boolean, method: string, headers: Record<string, string>]>([
  // Programs name no origin.
  [false, "POST", { "content-type": "text/plain" }],
  [false, "POST", {}],
  // The service's own page.
  [false, "POST", { "content-type": "text/plain", origin: OWN }],
  [false, "POST", { "content-type": "text/plain", origin: OWN, "sec-fetch-site": "same-origin" }],
  [false, "POST", { "content-type": "text/plain", "sec-fetch-site": "none" }],
  // Browsers ask first.
  [false, "POST", { "content-type": "application/json; charset=utf-8", origin: OTHER, "sec-fetch-site": "cross-site" }],
  [false, "POST", { "content-type": "application/x-protobuf", origin: OTHER }],
  [false, "PATCH", { origin: OTHER }],
  [false, "DELETE", { origin: OTHER, "sec-fetch-site": "cross-site" }],
  // They do not.
  [true, "POST", { "content-type": "text/plain;charset=UTF-8", origin: OTHER, "sec-fetch-site": "cross-site" }],
  [true, "POST", { "content-type": "Text/Plain", origin: OTHER }],
  [true, "POST", { "content-type": "application/x-www-form-urlencoded", origin: "null" }],
  [true, "POST", { "content-type": "multipart/form-data; boundary=a", "sec-fetch-site": "same-site" }],
  [true, "POST", { origin: `https://${HOST}:8443` }],
])("refused: %s, %s with %j", (isRefused, method, headers) => {
  expect(isSimpleChangeOfOtherPage({ method, headers: { host: HOST, ...headers } })).toBe(isRefused);
});
