// Which pages are the service's own: the origin that a browser names has the scheme, the host and the port of the service.
import { describe, expect, test } from "vitest";
import { isFromOwnPage } from "../../../../src/server/http/own-page.ts";

type Row = readonly [origin: string | undefined, headers: Record<string, string>, publicUrl: string | undefined];

const PUBLIC = "https://traces.example.com";
const BY_NAME = { host: "traces.example.com" };

const isOwn = ([origin, headers, publicUrl]: Row): boolean =>
  isFromOwnPage({ headers: { ...headers, ...(origin !== undefined && { origin }) } }, publicUrl);

describe("a page is the service's own", () => {
  test.each<Row>([
    ["http://localhost:3000", { host: "localhost:3000" }, undefined],
    ["http://LOCALHOST:3000", { host: "localhost:3000" }, undefined],
    ["http://localhost", { host: "localhost:80" }, undefined],
    ["http://[::1]:3000", { host: "[::1]:3000" }, undefined],
    ["http://localhost:3000", { host: "localhost:3000" }, PUBLIC],
    ["http://localhost:3000", { host: "localhost:3000", "sec-fetch-site": "same-origin" }, undefined],
    [PUBLIC, BY_NAME, PUBLIC],
    [PUBLIC, { host: "traces.example.com:443" }, PUBLIC],
    [PUBLIC, { ...BY_NAME, "x-forwarded-proto": "http" }, PUBLIC],
    [PUBLIC, { ...BY_NAME, "x-forwarded-proto": "https" }, undefined],
    [PUBLIC, { ...BY_NAME, "x-forwarded-proto": "http", "sec-fetch-site": "same-origin" }, undefined],
    ["http://traces.example.com", { ...BY_NAME, "x-forwarded-proto": "http, https" }, undefined],
    // A proxy that does not tell the scheme.
    [PUBLIC, BY_NAME, undefined],
    ["http://traces.example.com", BY_NAME, undefined],
  ])("of origin %s with %j and the public address %s", (...row) => {
    expect(isOwn(row)).toBe(true);
  });
});

describe("a page is another's", () => {
  test.each<Row>([
    [undefined, { host: "localhost:3000" }, undefined],
    ["null", { host: "localhost:3000" }, undefined],
    ["http://localhost:3001", { host: "localhost:3000" }, undefined],
    ["http://localhost", { host: "localhost:3000" }, undefined],
    ["https://localhost:3000", { host: "localhost:3000" }, undefined],
    ["ftp://localhost:3000", { host: "localhost:3000" }, undefined],
    ["http://localhost:3000", { host: "localhost:3000", "sec-fetch-site": "cross-site" }, undefined],
    ["http://traces.example.com", BY_NAME, PUBLIC],
    ["http://traces.example.com", { ...BY_NAME, "sec-fetch-site": "same-origin" }, PUBLIC],
    ["http://traces.example.com", { ...BY_NAME, "x-forwarded-proto": "https" }, undefined],
    ["http://traces.example.com", { ...BY_NAME, "sec-fetch-site": "cross-site" }, undefined],
    [PUBLIC, { ...BY_NAME, "x-forwarded-proto": "http" }, undefined],
    ["https://traces.example.com:8443", BY_NAME, PUBLIC],
    [PUBLIC, { host: "traces.example.com:80" }, PUBLIC],
    ["https://traces.example.com.evil.example", BY_NAME, PUBLIC],
    ["extension://traces.example.com", BY_NAME, undefined],
    ["http://a b", { host: "a b" }, undefined],
  ])("of origin %s with %j and the public address %s", (...row) => {
    expect(isOwn(row)).toBe(false);
  });
});
