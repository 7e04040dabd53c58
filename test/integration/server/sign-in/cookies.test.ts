// Names of the cookies of the sign-in. Over https they begin with `__Host-`, so that no other host of the domain can plant one.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installed } from "../../../support/application/installation.ts";
import { freePort } from "../../../support/http/free-port.ts";
import { type ServerCommand, startCommand } from "../../../support/server/server-command.ts";
import { type StandInProvider, startStandInProvider } from "../../../support/sign-in/stand-in-provider.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

const OWNER = { email: "owner@example.com", email_verified: true };

describe.each([
  { address: "an https address, at a proxy with TLS", publicUrl: "https://traces.example.com", prefix: "__Host-" },
  { address: "an http address", publicUrl: undefined, prefix: "" },
])("cookies of a service with $address", ({ publicUrl, prefix }) => {
  const directory = folderOfAllTests("cookies");
  let provider: StandInProvider;
  let service: ServerCommand;
  let url: string;

  beforeAll(async () => {
    const [port, folder] = await Promise.all([freePort(), installed("sign-in")]);
    provider = await startStandInProvider();
    url = `http://127.0.0.1:${port}`;
    const env = {
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: "svc",
      SVC_OIDC_CLIENT_SECRET: "a-secret-of-the-client",
      SVC_OIDC_OWNERS: OWNER.email,
      SVC_PUBLIC_URL: publicUrl ?? url,
      SVC_SESSION_SECRET: "a-secret-of-the-sessions-0123456789",
    };
    service = startCommand(["--port", String(port), "--data", directory], env, folder);
    await service.ready;
  }, 120_000);
  afterAll(async () => {
    service.child.kill();
    await Promise.all([service.finished, provider.close()]);
  });

  const statusWith = async (cookie: string): Promise<number> =>
    (await fetch(`${url}/project/svc-local/api/public/v2/prompts`, { headers: { cookie } })).status;

  it("have its prefix, and others count for nothing", async () => {
    const [name = "", value = ""] = (await provider.signIn(url, OWNER)).split("=");
    expect(name).toBe(`${prefix}svc_session`);
    const other = prefix === "" ? "__Host-svc_session" : "svc_session";
    expect(await statusWith(`${name}=${value}`)).toBe(200);
    expect(await statusWith(`${other}=${value}`)).toBe(401);
    expect(await statusWith(`${other}=planted; ${name}=${value}`)).toBe(200);
  });

  it("hold the attempt to sign in with its prefix, and no other", async () => {
    const begun = await fetch(`${url}/sign-in`, { redirect: "manual" });
    const [cookie = "", ...attributes] = (begun.headers.getSetCookie()[0] ?? "").split("; ");
    expect(attributes).toContain("Path=/");
    expect([attributes.includes("Secure"), attributes.some((one) => one.startsWith("Domain"))]).toEqual([
      prefix !== "",
      false,
    ]);
    const [name = "", value = ""] = cookie.split("=");
    expect(name).toBe(`${prefix}svc_sign_in`);
    const back = async (given: string): Promise<string> =>
      (await fetch(`${url}/sign-in/callback?code=c&state=s`, { headers: { cookie: given } })).text();
    expect(await back(`${name}=${value}`)).toContain("The identity provider did not sign you in");
    const other = prefix === "" ? "__Host-svc_sign_in" : "svc_sign_in";
    expect(await back(`${other}=${value}`)).toContain("begun in another browser");
  });

  it("are removed by the sign-out", async () => {
    const cookie = await provider.signIn(url, OWNER);
    const origin = publicUrl ?? url;
    const headers = { cookie, origin, host: new URL(origin).host };
    // Of the clients at hand, this one sends the host that it is told.
    const sent = request(`${url}/sign-out`, { method: "POST", headers }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["set-cookie"]?.[0]).toMatch(
      new RegExp(`^${prefix}svc_session=; Max-Age=0; Path=/; HttpOnly`),
    );
    expect(await statusWith(cookie)).toBe(401);
  });
});
