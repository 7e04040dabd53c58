import { globalState } from "../runtime/global-state.ts";

/** Shortest text that counts as a secret. A shorter one may be a part of ordinary words. */
const MIN_SECRET_LENGTH = 8;

/** Maximum number of secrets that are remembered. The oldest is forgotten first. */
const MAX_SECRETS = 100;

/** Password of an address. */
const PASSWORD = /\/\/[^/?#@:]*:([^/?#]*)@/;

/** Credentials of a header, as an answer may repeat them. Shorter words after the scheme are prose: "Basic authentication". */
const AUTHORIZATION = /(?<=\b|\\[nrt])(Basic|Bearer)(\s|%20)+[\w+/=.~-]{16,}/gi;

/**
 * Values of parameters that carry a key or a signature, in the query or the fragment of an address, and of headers, as an answer
 * may repeat them. A client may put an answer of JSON into its error as JSON once more, so that quotes and ends of lines are escaped.
 */
const PARAMETER = /([?&#;][\w-]*(?:key|token|secret|password|signature|credential|sig)=)[^&#;\s"'<>\\]+/gi;
const HEADER = /(?<=\b|\\[nrt])((?:x-)?(?:goog-)?api[-_]?key\\*["']?[:=]\s?\\*["']?)[\w+/=.~-]{8,}/gi;

/** Keys of model providers, by how they begin. */
const KEY = /(?<=\b|\\[nrt])(?:sk-|gsk_|xai-|pplx-|hf_|r8_|AIza)[\w-]{16,}/g;

const secrets = (globalState.secrets ??= new Set());

/** Remembers a secret, such as the value of a setting or the key of a client, or the password in it when it is an address: {@link hideCredentials} hides it. */
export function rememberSecret(value: string): void {
  const secret = value.includes("://") ? PASSWORD.exec(value)?.[1] : value;
  if (secret === undefined || secret.length < MIN_SECRET_LENGTH || secrets.has(secret)) return;
  if (secrets.size >= MAX_SECRETS) secrets.delete(secrets.values().next().value!);
  secrets.add(secret);
}

/**
 * Replaces in a text with `***`: the user and the password of each address, the values of parameters and headers that carry a key,
 * what follows `Basic` and `Bearer`, keys that begin as those of known providers do, and the remembered secrets. Some errors of Node
 * name a proxy with its password, and some gateways repeat a request in their answer. Log lines and the texts of errors in spans pass
 * through here.
 */
export function hideCredentials(text: string): string {
  // Only in a text that is nothing but an address can a password with spaces be told from other words. The log of a platform
  // without `URL` says that it is missing.
  const { URL } = globalThis as { URL?: { canParse(text: string): boolean } };
  let hidden = text
    .replaceAll(URL?.canParse(text) ? /\/\/[^/?#]*@/g : /\/\/[^/?#\s]*@/g, "//***@")
    .replaceAll(AUTHORIZATION, "$1 ***")
    .replaceAll(PARAMETER, "$1***")
    .replaceAll(HEADER, "$1***")
    .replaceAll(KEY, "***");
  for (const secret of secrets) hidden = hidden.replaceAll(secret, "***");
  return hidden;
}
