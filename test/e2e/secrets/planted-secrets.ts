import { randomBytes } from "node:crypto";

/** Names of the secrets that a test plants. */
const NAMES = [
  "secret key of the service",
  "password in the service's address",
  "password of the proxy",
  "key of the model provider",
  "key in a header of the application's own endpoint",
  "credential of an incoming request",
  "credential of an outgoing request",
  "password in the address of an outgoing request",
  "cookie of a request",
  "cookie of an answer",
  "secret key of the storage",
  "session token of the storage",
] as const;

export type SecretName = (typeof NAMES)[number];

/** Values of the secrets. Each is new in every run, has no part in common with another and is safe in URLs and headers. */
export const SECRETS: Readonly<Record<SecretName, string>> = Object.fromEntries(
  NAMES.map((name) => [name, `planted.${randomBytes(12).toString("hex")}`]),
) as Record<SecretName, string>;

/** Returns the texts by which a secret is recognised: the second half of it, as it is, and in base64 at each of three offsets. */
function formsOf(secret: string): string[] {
  const half = secret.slice(-12);
  const inBase64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from("\0".repeat(offset) + half).toString("base64");
    // The first and last characters hold bits of the text around the secret.
    return encoded.slice(offset === 0 ? 0 : offset + 1, -4);
  });
  return [half, ...inBase64, ...inBase64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** Places that something can leave a process by, with all that left it there. */
export type Traffic = Readonly<Record<string, string | Uint8Array>>;

/** Returns where each planted secret was found: its name, the place, and the line around it. */
export function leaksIn(traffic: Traffic): string[] {
  return Object.entries(traffic).flatMap(([place, content]) => {
    const text = typeof content === "string" ? content : Buffer.from(content).toString("latin1");
    return Object.entries(SECRETS).flatMap(([name, secret]) => {
      const at = formsOf(secret)
        .map((form) => text.indexOf(form))
        .find((index) => index >= 0);
      return at === undefined ? [] : [`${name} in ${place}: …${text.slice(Math.max(0, at - 150), at + 60)}…`];
    });
  });
}
