/** Shortest text that counts as a secret. A shorter one may be a part of ordinary words. */
const MIN_SECRET_LENGTH = 8;

/** Maximum number of secrets that are remembered. The oldest is forgotten first. */
const MAX_SECRETS = 100;

/** Password of an address. */
const PASSWORD = /\/\/[^/?#@:]*:([^/?#]*)@/;

/** Credentials of a header, as an answer may repeat them. Shorter words after the scheme are prose: "Basic authentication". */
const AUTHORIZATION = /\b(Basic|Bearer)(\s|%20)+[\w+/=.~-]{16,}/gi;

const secrets = new Set<string>();

/** Remembers the value of a setting that is secret, or the password in it when it is an address: {@link hideCredentials} hides it. */
export function rememberSecret(value: string): void {
  const secret = value.includes("://") ? PASSWORD.exec(value)?.[1] : value;
  if (secret === undefined || secret.length < MIN_SECRET_LENGTH || secrets.has(secret)) return;
  if (secrets.size >= MAX_SECRETS) secrets.delete(secrets.values().next().value!);
  secrets.add(secret);
}

/**
 * Replaces in a text with `***`: the user and the password of each address, what follows `Basic` and `Bearer`, and the remembered
 * secrets. Some errors of Node name a proxy with its password, and some gateways repeat a request in their answer.
 */
export function hideCredentials(text: string): string {
  // Only in a text that is nothing but an address can a password with spaces be told from other words. The log of a platform
  // without `URL` says that it is missing.
  const { URL } = globalThis as { URL?: { canParse(text: string): boolean } };
  let hidden = text
    .replaceAll(URL?.canParse(text) ? /\/\/[^/?#]*@/g : /\/\/[^/?#\s]*@/g, "//***@")
    .replaceAll(AUTHORIZATION, "$1 ***");
  for (const secret of secrets) hidden = hidden.replaceAll(secret, "***");
  return hidden;
}
