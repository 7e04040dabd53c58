// The address and keys of the service that a project comes from: with them, the application would send its new spans to the old service.

/** Address on a host of Langfuse, apart from its site. */
const ADDRESS = /https?:\/\/(?:[^\s"'`<>@/]*@)?(?!(?:www\.)?langfuse\.com\b)[\w.-]*langfuse[\w.-]*/i;

/** Key that Langfuse made. */
const KEY = /\b[ps]k-lf-[\w-]+/;

/** Advice for what names the service that one comes from. */
export const ADDRESS_ADVICE = "the address of your service, such as http://127.0.0.1:3000 of npx @svc/server";
export const KEY_ADVICE = "the keys of your service, such as pk-svc-local and sk-svc-local of npx @svc/server";
export const STORED_ADVICE =
  "a value of this name where it is kept (repository, cluster or platform), with the address and keys of your service";
export const IMAGE_ADVICE =
  "the service of @svc/server: docs/containers.md. Langfuse's own does not read the spans of generation 6";

/** Returns what to put in the place of a text that names Langfuse's service, or has a key of it; undefined for another text. */
export function originAdvice(text: string): string | undefined {
  if (ADDRESS.test(text)) return ADDRESS_ADVICE;
  return KEY.test(text) ? KEY_ADVICE : undefined;
}

/** Name of a value that is secret, and what stands between it and the value. */
const SECRET_NAME = String.raw`(?:secret|token|passw(?:or)?d|api_?key|private_?key|credential)[\w.-]{0,80}["']?\s{0,9}(?:[:=]|\?\?|\|\|)\s{0,9}`;

/** Secret in quotes, and one without, as files of settings have it. A reference to a value that is elsewhere is none. */
const QUOTED = new RegExp(String.raw`(${SECRET_NAME}["'\x60])[^"'\x60$<{]+`, "gi");
const BARE = new RegExp(String.raw`(${SECRET_NAME})(?![$<{*"'])[^\s"'#,]+`, "gi");

/** Returns a text without Langfuse's keys, the values of secret names, and the users and passwords of addresses. */
export function withoutSecrets(text: string, isCode: boolean): string {
  const hidden = text
    .replaceAll(/\b([ps]k-lf)-[\w-]+/g, "$1-***")
    .replaceAll(/(:\/\/)[^\s"'`<>@/]+@/g, "$1***@")
    .replaceAll(QUOTED, "$1***");
  return isCode ? hidden : hidden.replaceAll(BARE, "$1***");
}
