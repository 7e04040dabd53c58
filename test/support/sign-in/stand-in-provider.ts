// Identity provider that signs in whomever a test names, at once and without a page or a browser. `identity-provider.ts` has a real one.
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";

/** Claims of the provider about a person, beside the subject. */
export type PersonClaims = Readonly<Record<string, unknown>>;

/** Sign-in that waits for the code to be redeemed. */
interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly clientId: string;
  readonly claims: PersonClaims;
}

/** Identity provider in the process of the test. */
export interface StandInProvider {
  readonly issuer: string;
  /** Signs a person in at the service, and returns the header `cookie` of the session. Throws when the service refuses. */
  signIn(serviceUrl: string, claims: PersonClaims): Promise<string>;
  close(): Promise<void>;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export async function startStandInProvider(): Promise<StandInProvider> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const grants = new Map<string, Grant>();

  const idToken = ({ nonce, clientId, claims }: Grant): string => {
    const now = Math.floor(Date.now() / 1_000);
    const head = encoded({ alg: "RS256", kid: "one" });
    const body = encoded({
      iss: server.url,
      aud: clientId,
      sub: `subject of ${String(claims["email"])}`,
      iat: now,
      exp: now + 60,
      nonce,
      ...claims,
    });
    return `${head}.${body}.${sign("sha256", Buffer.from(`${head}.${body}`), privateKey).toString("base64url")}`;
  };
  const redeem = (form: URLSearchParams): object | undefined => {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (grant === undefined || grant.challenge !== challenge) return undefined;
    return { access_token: "token", token_type: "bearer", id_token: idToken(grant) };
  };
  const server: HttpServer = await startHttpServer(({ target, body }, response) => {
    const answers: Readonly<Record<string, () => object | undefined>> = {
      "/.well-known/openid-configuration": () => ({
        issuer: server.url,
        authorization_endpoint: `${server.url}/authorize`,
        token_endpoint: `${server.url}/token`,
        jwks_uri: `${server.url}/keys`,
        id_token_signing_alg_values_supported: ["RS256"],
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
      }),
      "/keys": () => ({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }] }),
      "/token": () => redeem(new URLSearchParams(Buffer.from(body).toString())),
    };
    const answer = answers[target]?.();
    response.writeHead(answer === undefined ? 400 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: "invalid_grant" }));
  });

  return {
    issuer: server.url,
    async signIn(serviceUrl, claims) {
      const begun = await fetch(`${serviceUrl}/sign-in`, { redirect: "manual" });
      const asked = new URL(begun.headers.get("location") ?? "").searchParams;
      const code = randomUUID();
      grants.set(code, {
        nonce: asked.get("nonce") ?? "",
        challenge: asked.get("code_challenge") ?? "",
        clientId: asked.get("client_id") ?? "",
        claims,
      });
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({ code, state: asked.get("state") ?? "", iss: server.url }).toString();
      const answer = await fetch(serviceUrl + back.pathname + back.search, {
        redirect: "manual",
        headers: { cookie: cookieIn(begun, "svc_sign_in") },
      });
      const cookie = cookieIn(answer, "svc_session");
      if (cookie === "") throw new Error(`No session: ${answer.status} ${await answer.text()}`);
      return cookie;
    },
    close: async () => server.close(),
  };
}

/** Returns a cookie that an answer sets, with or without the prefix of https, as a browser sends it back; an empty text without one. */
function cookieIn({ headers }: Response, name: string): string {
  const set = headers
    .getSetCookie()
    .find((cookie) => cookie.replace("__Host-", "").startsWith(`${name}=`) && !/max-age=0/i.test(cookie));
  return set?.split(";")[0] ?? "";
}
