import type { Way } from "./right-answers.ts";

/** Headers with which proxies say that they forward a request. */
const FORWARDING: Readonly<Record<string, string>> = {
  forwarded: "for=192.0.2.7;host=localhost",
  via: "1.1 proxy",
  "x-forwarded-for": "127.0.0.1",
  "x-forwarded-host": "localhost",
  "x-forwarded-port": "3000",
  "x-forwarded-proto": "http",
  "x-forwarded-server": "proxy",
  "x-real-ip": "127.0.0.1",
};

/** Hosts that a request can name, and whether the name is one of this machine only. */
const HOSTS: ReadonlyArray<[host: string, isOfThisMachine: boolean]> = [
  ["localhost", true],
  ["LOCALHOST", true],
  ["localhost:3000", true],
  ["127.0.0.1", true],
  ["127.8.8.8:3000", true],
  ["[::1]", true],
  ["[::1]:3000", true],
  ["localhost.", false],
  ["localhost.evil.example", false],
  ["localhost.evil.example:3000", false],
  ["127.0.0.1.evil.example", false],
  ["evil.example", false],
  ["traces.example.com:3000", false],
  ["192.0.2.7", false],
  ["0.0.0.0", false],
  ["[2001:db8::7]:3000", false],
];

/** Ways on which every caller is tried at every route. `{service}` stands for the host and port of the service. */
export const MAIN_WAYS: readonly Way[] = [
  { name: "as a program", headers: {}, isDirect: true },
  { name: "from the page itself", headers: { origin: "http://{service}" }, isDirect: true, page: "own" },
];

/** A page, a proxy and a name, which stand for the others. */
const SOME: readonly Way[] = [
  {
    name: "from a page of another site",
    headers: { origin: "https://evil.example" },
    isDirect: true,
    page: "of another site",
  },
  { name: "through a proxy", headers: { "x-forwarded-for": "192.0.2.7" }, isDirect: false },
  { name: "by a public name", headers: { host: "traces.example.com" }, isDirect: false },
];

const OTHERS: readonly Way[] = [
  {
    name: "from a page of another port",
    headers: { origin: "http://localhost:5173" },
    isDirect: true,
    page: "of this machine",
  },
  { name: "from a page without an origin", headers: { origin: "null" }, isDirect: true, page: "of another site" },
  {
    name: "as an image of another site",
    headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    isDirect: true,
    page: "of another site",
  },
  ...Object.entries(FORWARDING).map(([name, value]) => ({
    name: `with ${name}`,
    headers: { [name]: value },
    isDirect: false,
  })),
  ...HOSTS.map(([host, isDirect]) => ({ name: `to the host ${host}`, headers: { host }, isDirect })),
];

/** Returns the further ways on which a caller comes: all, or those that stand for the others where a key or a session decides. */
export function otherWays(everyWay: boolean): readonly Way[] {
  return everyWay ? [...SOME, ...OTHERS] : SOME;
}
