// Real identity provider in a process of its own: `oidc-provider` from the folder of the installation. It signs in every e-mail address
// that its form is given. Messages of the parent choose what it says of people.
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

interface ProviderModule {
  default: new (issuer: string, configuration: object) => { callback(): (request: unknown, response: unknown) => void };
}

const [folder = "", redirectUri = "", endUri = ""] = process.argv.slice(2);
const path = createRequire(join(folder, "package.json")).resolve("oidc-provider");
const { default: Provider } = (await import(pathToFileURL(path).href)) as ProviderModule;

/** Claims of people, beside their e-mail address. */
let claims: Record<string, unknown> = { email_verified: true };

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "svc",
      client_secret: "a-secret-of-the-client-0123456789",
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [endUri],
    },
  ],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  pkce: { required: () => true },
  findAccount: (_context: unknown, id: string) => ({
    accountId: id,
    claims: () => ({ sub: id, email: id, name: `Name of ${id}`, ...claims }),
  }),
});
server.on("request", provider.callback());
process.on("message", (given: Record<string, unknown>) => {
  claims = given;
  process.send?.({ told: true });
});
process.send?.({ issuer });
