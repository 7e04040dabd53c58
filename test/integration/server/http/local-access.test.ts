// When the local project is open to the machine of the service without keys: by default, and not once others are meant to reach it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { type RunningServer, type ServerOptions, startServer } from "@svc/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { installed } from "../../../support/application/installation.ts";
import { makeKeys } from "../../../support/server/api-keys.ts";
import { inDatabase } from "../../../support/server/database-file.ts";
import { rawStatus } from "../../../support/http/raw-request.ts";
import { COLLECTOR_DOOR, LOCAL_DOORS, type LocalDoor } from "../../../support/server/local-doors.ts";
import { addressIn, runCommand, startCommand } from "../../../support/server/server-command.ts";

const KEYS = { publicKey: "pk-own", secretKey: "sk-own" };
const SIGN_IN = {
  SVC_OIDC_ISSUER: "https://id.example.com/",
  SVC_OIDC_CLIENT_ID: "svc",
  SVC_OIDC_CLIENT_SECRET: "secret",
  SVC_PUBLIC_URL: "https://traces.example.com",
};

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Returns the status of each door, for a program on this machine. */
async function statuses({
  url,
  otlpUrl = "",
}: Pick<RunningServer, "url" | "otlpUrl">): Promise<Record<string, number>> {
  const ask = async (address: string, door: LocalDoor): Promise<[string, number]> => {
    const { hostname, port } = new URL(address);
    const request = { ...door, lines: [`Host: ${hostname}`, ...door.lines] };
    return [door.name, await rawStatus(Number(port), request, hostname.replace(/^\[(.*)\]$/, "$1"))];
  };
  const asked = [...LOCAL_DOORS.map(async (door) => ask(url, door)), ask(otlpUrl, COLLECTOR_DOOR)];
  return Object.fromEntries(await Promise.all(asked));
}

const DOORS = [...LOCAL_DOORS, COLLECTOR_DOOR];
const OPEN = Object.fromEntries(DOORS.map(({ name }) => [name, 200]));
const CLOSED = Object.fromEntries(DOORS.map(({ name, refusal }) => [name, refusal]));
const start = async (options: ServerOptions): Promise<RunningServer> =>
  (server = await startServer({ port: 0, otlpPort: 0, memory: true, ...options }));

describe("the local project is open to its machine", () => {
  test.each<[string, ServerOptions]>([
    ["by default", {}],
    ["on localhost", { host: "localhost" }],
    ["on another loopback address", { host: "127.0.0.2" }],
    ["on the loopback address of IPv6", { host: "::1" }],
    ["with measurements for this machine", { metrics: { port: 0 } }],
    ["with keys, when it was opened", { keys: KEYS, openToThisMachine: true }],
    ["on every address, when it was opened", { host: "0.0.0.0", openToThisMachine: true }],
    ["with a public address, when it was opened", { publicUrl: "https://svc.example", openToThisMachine: true }],
  ])("%s", async (_, options) => {
    expect((await start(options)).closedBecause).toBeUndefined();
    expect(await statuses(server!)).toEqual(OPEN);
  });
});

describe("the local project is closed to its machine without keys", () => {
  test.each<[string, ServerOptions, RegExp]>([
    ["on every address", { host: "0.0.0.0" }, /other machines can reach/],
    ["on every address of IPv6", { host: "::" }, /other machines can reach/],
    ["on an empty address, which is every one", { host: "" }, /other machines can reach/],
    ["with measurements for every machine", { metrics: { host: "0.0.0.0", port: 0 } }, /other machines can reach/],
    ["with a key pair of its own", { keys: KEYS }, /a key pair of its own/],
    ["with a public address", { publicUrl: "https://svc.example" }, /a public address/],
    ["when it was closed", { openToThisMachine: false }, /started so/],
  ])("%s", async (_, options, reason) => {
    expect((await start(options)).closedBecause).toMatch(reason);
    expect(await statuses(server!)).toEqual(CLOSED);
  });

  test("and its own pair opens every door from this machine", async () => {
    await start({ keys: KEYS });
    const authorization = basicAuthorization(KEYS.publicKey, KEYS.secretKey);
    for (const path of ["/api/public/v2/observations", "/project/svc-local/api/public/v2/observations"]) {
      expect((await fetch(server!.url + path, { headers: { authorization } })).status).toBe(200);
    }
  });

  test.each([
    ["with the sign-in", []],
    ["with the sign-in, when it was opened to those who know the pair", ["--open-to-this-machine"]],
  ])("%s", async (_, more) => {
    const ports = ["--port", "0", "--otlp-port", "0"];
    const { child, ready, finished } = startCommand(
      ["--memory", ...ports, ...more],
      SIGN_IN,
      await installed("sign-in"),
    );
    const lines = await ready;
    const [, otlpUrl = ""] = /accepted at (\S+)/.exec(lines.join("\n")) ?? [];
    const answers = await statuses({ url: addressIn(lines), otlpUrl });
    child.kill();
    await finished;
    // A browser signs in whatever was opened.
    const isOpened = more.length > 0;
    const needsSession = ({ name }: LocalDoor): boolean => /page$|page's|MCP/.test(name);
    expect(answers).toEqual(
      Object.fromEntries(DOORS.map((door) => [door.name, isOpened && !needsSession(door) ? 200 : door.refusal])),
    );
    expect(lines.join("\n").includes("because people sign in to it")).toBe(!isOpened);
  });
});

describe("the local project stays closed after", () => {
  let dataDirectory: string;
  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), "svc-local-access-"));
  });
  afterEach(async () => {
    await server?.close();
    await rm(dataDirectory, { recursive: true });
  });

  const onDisk = async (options: ServerOptions = {}, directory = dataDirectory): Promise<RunningServer> => {
    await server?.close();
    return start({ dataDirectory: directory, memory: false, ...options });
  };

  /** Deletes every key pair past the service, as an interrupted deletion or another program may. */
  const deletePairs = (): void => inDatabase(dataDirectory, (database) => database.exec("DELETE FROM api_keys"));

  test.each([
    ["of the local project", []],
    ["of another project", ["--project", "Other"]],
    ["of the organization", ["--organization"]],
  ])("a key pair %s was made, until somebody opens it", async (_, parameters) => {
    await onDisk();
    expect(await statuses(server!)).toEqual(OPEN);
    await makeKeys(dataDirectory, parameters);
    expect(await statuses(server!)).toEqual(CLOSED);
    deletePairs();
    expect(await statuses(server!)).toEqual(CLOSED);
    expect((await onDisk()).closedBecause).toBe("a key pair was made for it");
    expect(await statuses(server!)).toEqual(CLOSED);
    await onDisk({ openToThisMachine: true });
    expect(await statuses(server!)).toEqual(OPEN);
  });

  test("the last key pair was deleted by the API", async () => {
    await onDisk();
    const organization = { authorization: await makeKeys(dataDirectory, ["--organization"]) };
    const address = `${server!.url}/api/public/projects/svc-local/apiKeys`;
    const made = await fetch(address, { method: "POST", headers: organization });
    const { id } = (await made.json()) as { id: string };
    const deleted = await fetch(`${address}/${id}`, { method: "DELETE", headers: organization });
    expect(deleted.status).toBe(200);
    expect(await statuses(server!)).toEqual(CLOSED);
  });

  test.each([
    ["with the pair", () => undefined],
    ["after the pair is gone", deletePairs],
  ])("its data were moved to another service, %s", async (_, change) => {
    await onDisk();
    await makeKeys(dataDirectory, ["--project", "Other"]);
    change();
    const { stdout } = await runCommand(["export", "--all", "--data", dataDirectory]);
    const elsewhere = join(dataDirectory, "elsewhere");
    expect((await runCommand(["import", "--data", elsewhere], stdout)).code).toBe(0);
    await onDisk({}, elsewhere);
    expect(await statuses(server!)).toEqual(CLOSED);
  });

  test("an earlier release made a key pair", async () => {
    await onDisk();
    await server!.close();
    await makeKeys(dataDirectory, ["--project", "Other"]);
    inDatabase(dataDirectory, (database) =>
      database.exec("DELETE FROM documents; DROP TRIGGER key_pair_closes; PRAGMA user_version = 21"),
    );
    await onDisk();
    expect(await statuses(server!)).toEqual(CLOSED);
  });

  test.each<[string, ServerOptions, string]>([
    ["a key pair of its own", { keys: KEYS }, "it was once started with a key pair of its own"],
    ["a public address", { publicUrl: "https://svc.example" }, "it once had a public address"],
    [
      "both, while it was opened",
      { keys: KEYS, openToThisMachine: true },
      "it was once started with a key pair of its own",
    ],
  ])("a start with %s", async (_, options, reason) => {
    await onDisk(options);
    expect((await onDisk()).closedBecause).toBe(reason);
    expect(await statuses(server!)).toEqual(CLOSED);
  });

  test("a start with the sign-in", async () => {
    const command = startCommand(["--port", "0", "--data", dataDirectory], SIGN_IN, await installed("sign-in"));
    await command.ready;
    command.child.kill();
    await command.finished;
    expect((await onDisk()).closedBecause).toBe("people once signed in to it");
    expect(await statuses(server!)).toEqual(CLOSED);
  });

  test("but not after it has only listened for other machines, who had no key", async () => {
    await onDisk({ host: "0.0.0.0" });
    await onDisk();
    expect(await statuses(server!)).toEqual(OPEN);
  });
});

describe("a key pair that stands in documents", () => {
  test.each([
    ["the local pair", { ...LOCAL_KEYS }],
    ["its secret key", { publicKey: "pk-own", secretKey: LOCAL_KEYS.secretKey }],
    ["its public key", { publicKey: LOCAL_KEYS.publicKey, secretKey: "sk-own" }],
    ["the pair of the composition of old", { publicKey: "pk-svc-compose", secretKey: "sk-svc-compose" }],
    ["the placeholder of a page", { publicKey: "pk-…", secretKey: "sk-…" }],
  ])("is refused at the start: %s", async (_, keys) => {
    await expect(startServer({ port: 0, memory: true, keys })).rejects.toThrow(
      `The key pair ${keys.publicKey} stands in documents, so that everyone knows it.`,
    );
  });
});

describe("what a person is told", () => {
  const browser = { accept: "text/html" };

  test("by the page, who gave no keys", async () => {
    await start({ keys: KEYS });
    const answer = await fetch(`${server!.url}/project/svc-local/traces`, { headers: browser });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, expect.stringMatching(/^Basic /)]);
    const text = await answer.text();
    expect(text).toContain("This needs a key pair of the service");
    expect(text).toContain("--open-to-this-machine");
  });

  test("by the page, who gave the pair that everyone knows: the browser asks for another", async () => {
    await start({ keys: KEYS });
    const authorization = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);
    const answer = await fetch(`${server!.url}/project/svc-local/traces`, { headers: { ...browser, authorization } });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, expect.stringMatching(/^Basic /)]);
    expect(await answer.text()).toContain("svc-server keys makes one");
  });

  test("at the start, which keys it takes", async () => {
    const env = { SVC_PUBLIC_KEY: KEYS.publicKey, SVC_SECRET_KEY: KEYS.secretKey };
    const command = startCommand(["--memory", "--port", "0", "--env-keys"], env);
    const lines = (await command.ready).join("\n");
    command.child.kill();
    await command.finished;
    expect(lines).toContain(
      "every request needs a key pair of this service, because it was started with a key pair of its own: --env-keys accepts one, " +
        "and --open-to-this-machine lets this machine in without\n",
    );
    expect(lines).not.toContain("svc-local");
    expect(lines).not.toContain(KEYS.secretKey);
  });

  test("at the start, aloud, that it was opened", async () => {
    const command = startCommand(["--memory", "--port", "0", "--host", "0.0.0.0", "--open-to-this-machine"]);
    const lines = await command.ready;
    const { status } = await fetch(`${addressIn(lines)}/project/svc-local/api/public/v2/observations`);
    command.child.kill();
    await command.finished;
    expect(lines.join("\n")).toContain(
      "--open-to-this-machine: WITHOUT KEYS, everyone on this machine reads and changes",
    );
    expect(status).toBe(200);
  });

  test("at the start, that its public address is none", async () => {
    const command = startCommand(["--memory", "--port", "0"], { SVC_PUBLIC_URL: "traces" });
    expect(await command.finished).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("SVC_PUBLIC_URL: an address"),
    });
  });

  test("by the command that lists its options", async () => {
    expect((await runCommand(["--help"])).stdout).toContain("--open-to-this-machine");
  });
});

test("answers are kept from pages of other origins that ask without CORS", async () => {
  await start({});
  const paths = [
    "/",
    "/project/svc-local/api/public/v2/observations",
    "/api/public/health",
    "/skill.md",
    "/mcp",
    "/nothing",
  ];
  for (const path of paths) {
    const { headers } = await fetch(server!.url + path, { redirect: "manual" });
    expect([path, headers.get("cross-origin-resource-policy")]).toEqual([path, "same-origin"]);
  }
});

test.each([
  ["127.0.0.1", "127.0.0.1:9464", 200],
  ["127.0.0.1", "localhost", 200],
  ["127.0.0.1", "[::1]:9464", 200],
  ["127.0.0.1", "evil.example", 403],
  ["127.0.0.1", "localhost.evil.example", 403],
  ["0.0.0.0", "prometheus.example:9464", 200],
])("measurements at %s are answered for the host %s with %i", async (host, name, status) => {
  await start({ metrics: { host, port: 0 } });
  const port = Number(new URL(server!.metricsUrl ?? "").port);
  expect(await rawStatus(port, { target: "/metrics", lines: [`Host: ${name}`] })).toBe(status);
});
