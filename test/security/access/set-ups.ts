import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { type ServerOptions, startServer } from "@svc/server";
import { installed } from "../../support/application/installation.ts";
import { freePort } from "../../support/http/free-port.ts";
import { makeKeys } from "../../support/server/api-keys.ts";
import { startCommand } from "../../support/server/server-command.ts";
import { startStandInProvider } from "../../support/sign-in/stand-in-provider.ts";
import type { Identity, SetUp, Way } from "./right-answers.ts";

interface Caller {
  readonly name: string;
  readonly identity: Identity;
  /** True for a caller whose access depends on the way of the request. */
  readonly everyWay: boolean;
}

/** Service that runs, with the headers of each caller. */
export interface Started {
  readonly url: string;
  /** Address of the port that takes exports as a collector does. */
  readonly collectorUrl: string;
  readonly dataDirectory: string;
  readonly credentials: Readonly<Record<string, Way["headers"]>>;
  close(): Promise<void>;
}

/** Service to start, with its callers. */
interface NamedSetUp extends SetUp {
  readonly name: string;
  readonly callers: readonly Caller[];
  start(): Promise<Started>;
}

const caller = (name: string, identity: Identity, everyWay = false): Caller => ({ name, identity, everyWay });

const WITHOUT_KEYS = [
  caller("nobody", "nobody", true),
  caller("the well-known pair", "well-known pair", true),
  caller("the well-known public key", "well-known public key", true),
];

const WITH_KEYS = [
  caller("a pair of the project", "pair"),
  caller("a pair of another project", "pair of another project"),
  caller("the public key of the project", "public key"),
  caller("a pair of the organization", "organization"),
  caller("the secret key of the organization", "organization"),
  caller("the secret key of the project as a token", "unknown key"),
  caller("a deleted pair", "unknown key"),
  caller("a made-up pair", "unknown key"),
  caller("a secret key without the public one", "unknown key"),
  caller("a secret key with the public one of another pair", "unknown key"),
  caller("a session of nobody", "nobody"),
];

const PEOPLE = [
  caller("a viewer", "VIEWER"),
  caller("a member", "MEMBER"),
  caller("an admin", "ADMIN"),
  caller("an owner", "OWNER"),
  caller("a viewer who is an admin of another project", "VIEWER"),
  caller("a viewer who is a member of this project", "MEMBER"),
  caller("a person whose membership has ended", "nobody"),
  caller("a person whom the identity provider has deactivated", "nobody"),
  caller("a person who has signed out", "nobody"),
  caller("a session that was changed", "nobody"),
  caller("a session of another secret", "nobody"),
];

const OWN_KEYS = { publicKey: "pk-of-its-own", secretKey: "sk-of-its-own-0123456789" };

/** Ways to start the service. */
export const SET_UPS: readonly NamedSetUp[] = [
  {
    name: "a service on one machine",
    isOpenLocally: true,
    hasSignIn: false,
    callers: [...WITHOUT_KEYS, ...WITH_KEYS],
    // The keys of the project would close it.
    start: async () => startHere({ openToThisMachine: true }),
  },
  {
    name: "a service with keys of its own",
    isOpenLocally: false,
    hasSignIn: false,
    callers: [...WITHOUT_KEYS, caller("the pair of its start", "pair")],
    start: async () => startHere({ keys: OWN_KEYS }),
  },
  {
    name: "a service that listens beyond its machine",
    isOpenLocally: false,
    hasSignIn: false,
    callers: WITHOUT_KEYS,
    start: async () => startHere({ host: "0.0.0.0" }),
  },
  {
    name: "a service with sign-in",
    isOpenLocally: false,
    hasSignIn: true,
    callers: [...WITHOUT_KEYS, ...WITH_KEYS, ...PEOPLE],
    start: startWithSignIn,
  },
];

async function startHere(options: ServerOptions): Promise<Started> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "svc-access-"));
  const server = await startServer({ ...options, port: 0, otlpPort: 0, dataDirectory });
  return {
    url: server.url,
    collectorUrl: new URL(server.otlpUrl ?? "").origin,
    dataDirectory,
    credentials: await keysOf(server.url, dataDirectory),
    async close() {
      await server.close();
      rmSync(dataDirectory, { recursive: true });
    },
  };
}

/** Starts a service with sign-in, and signs a person of each role in. */
export async function startWithSignIn(): Promise<Started> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "svc-access-"));
  const [port, otlpPort, provider, folder] = await Promise.all([
    freePort(),
    freePort(),
    startStandInProvider(),
    installed("sign-in"),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    SVC_OIDC_ISSUER: provider.issuer,
    SVC_OIDC_CLIENT_ID: "svc",
    SVC_OIDC_CLIENT_SECRET: "a-secret-of-the-client",
    SVC_PUBLIC_URL: url,
    SVC_SESSION_SECRET: "a-secret-of-the-sessions-0123456789",
  };
  const ports = ["--port", String(port), "--otlp-port", String(otlpPort)];
  const service = startCommand([...ports, "--data", dataDirectory], env, folder);
  await service.ready;
  const credentials = await keysOf(url, dataDirectory);
  const organization = credentials["a pair of the organization"]!;
  const manage = async (method: string, path: string, body: object): Promise<Record<string, unknown>> =>
    send(url, organization, { method, path, body });

  const person = async (name: string, role: string): Promise<{ id: string; cookie: string }> => {
    const email = `${name.replaceAll(" ", "-")}@example.com`;
    const { id } = await manage("POST", "/scim/Users", { userName: email, name: {}, roles: [role] });
    return { id: String(id), cookie: await provider.signIn(url, { email, email_verified: true }) };
  };
  const viewer = await person("viewer", "VIEWER");
  const member = await person("member", "MEMBER");
  const admin = await person("admin", "ADMIN");
  const owner = await person("owner", "OWNER");
  const guest = await person("guest", "VIEWER");
  const helper = await person("helper", "VIEWER");
  const leaver = await person("leaver", "OWNER");
  const paused = await person("paused", "OWNER");
  const out = await person("out", "OWNER");
  const { projects } = (await manage("GET", "/organizations/projects", {})) as { projects: Array<{ id: string }> };
  const other = projects.find(({ id }) => id !== "svc-local")?.id ?? "";
  await manage("PUT", `/projects/${other}/memberships`, { userId: guest.id, role: "ADMIN" });
  await manage("PUT", "/projects/svc-local/memberships", { userId: helper.id, role: "MEMBER" });
  await manage("DELETE", `/scim/Users/${leaver.id}`, {});
  await manage("PATCH", `/scim/Users/${paused.id}`, {
    Operations: [{ op: "Replace", path: "active", value: "False" }],
  });
  await fetch(`${url}/sign-out`, { method: "POST", headers: { cookie: out.cookie, origin: url } });
  const [content = "", code = ""] = owner.cookie.split(".");
  return {
    url,
    collectorUrl: `http://127.0.0.1:${otlpPort}`,
    dataDirectory,
    credentials: {
      ...credentials,
      "a viewer": { cookie: viewer.cookie },
      "a member": { cookie: member.cookie },
      "an admin": { cookie: admin.cookie },
      "an owner": { cookie: owner.cookie },
      "a viewer who is an admin of another project": { cookie: guest.cookie },
      "a viewer who is a member of this project": { cookie: helper.cookie },
      "a person whose membership has ended": { cookie: leaver.cookie },
      "a person whom the identity provider has deactivated": { cookie: paused.cookie },
      "a person who has signed out": { cookie: out.cookie },
      "a session that was changed": { cookie: `${content.slice(0, -2)}AA.${code}` },
      "a session of another secret": { cookie: `${content}.${"A".repeat(code.length)}` },
    },
    async close() {
      service.child.kill();
      await Promise.all([service.finished, provider.close()]);
      rmSync(dataDirectory, { recursive: true });
    },
  };
}

/** Makes keys of each kind, and returns the headers of those who have them. */
async function keysOf(url: string, dataDirectory: string): Promise<Started["credentials"]> {
  const organization = { authorization: await makeKeys(dataDirectory, ["--organization"]) };
  const pairOf = async (projectId: string): Promise<Record<"id" | "publicKey" | "secretKey", string>> =>
    (await send(url, organization, { method: "POST", path: `/projects/${projectId}/apiKeys`, body: {} })) as never;
  const other = await send(url, organization, {
    method: "POST",
    path: "/projects",
    body: { name: "other", retention: 0 },
  });
  const pair = await pairOf("svc-local");
  const pairOfOther = await pairOf(String(other["id"]));
  const deleted = await pairOf("svc-local");
  await send(url, organization, { method: "DELETE", path: `/projects/svc-local/apiKeys/${deleted.id}`, body: {} });
  const basic = (keys: { publicKey: string; secretKey: string }): Way["headers"] => ({
    authorization: basicAuthorization(keys.publicKey, keys.secretKey),
  });
  return {
    nobody: {},
    "the well-known pair": basic(LOCAL_KEYS),
    "the well-known public key": { authorization: `Bearer ${LOCAL_KEYS.publicKey}` },
    "a pair of the project": basic(pair),
    "a pair of another project": basic(pairOfOther),
    "the public key of the project": { authorization: `Bearer ${pair.publicKey}` },
    "a pair of the organization": organization,
    "the secret key of the organization": { authorization: `Bearer ${secretKeyIn(organization.authorization)}` },
    "the secret key of the project as a token": { authorization: `Bearer ${pair.secretKey}` },
    "a deleted pair": basic(deleted),
    "a made-up pair": basic({ publicKey: "pk-made-up", secretKey: "sk-made-up-0123456789" }),
    "a secret key without the public one": basic({ publicKey: "", secretKey: pair.secretKey }),
    "a secret key with the public one of another pair": basic({ ...pairOfOther, secretKey: pair.secretKey }),
    "a session of nobody": { cookie: "svc_session=e30.AAAA" },
    "the pair of its start": basic(OWN_KEYS),
  };
}

/** Returns the secret key in the header of a pair. */
function secretKeyIn(authorization: string): string {
  return Buffer.from(authorization.slice("Basic ".length), "base64").toString().split(":")[1] ?? "";
}

/** Sends a request of the organization. Throws when the service refuses it. */
async function send(
  url: string,
  headers: Way["headers"],
  { method, path, body }: { method: string; path: string; body: object },
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/api/public${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(method !== "GET" && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
