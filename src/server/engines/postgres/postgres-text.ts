/** Texts and quoted names, which stay as they are; placeholders; and words. */
const TOKENS = /'(?:[^']|'')*'|"[^"]*"|\?|[A-Za-z_]\w*/g;

/** Word with a capital inside: a name of this service, as keywords are all small or all capital. PostgreSQL would lower it. */
const CAMEL_CASE = /^[a-z]\w*[A-Z]/;

/** Returns the text of a statement as PostgreSQL reads it: with numbered placeholders, and with quotes around names that need them. */
export function postgresText(text: string): string {
  let count = 0;
  return text.replace(TOKENS, (token) => {
    if (token === "?") return `$${++count}`;
    return CAMEL_CASE.test(token) ? `"${token}"` : token;
  });
}

/** Returns a value as PostgreSQL takes it. Its texts cannot hold NUL, which becomes U+FFFD, the replacement character. */
export function postgresValue<T>(value: T): T | string {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
}
