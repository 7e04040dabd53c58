/** Request of undici, before it is sent. */
export interface UndiciRequest {
  readonly method?: string;
  /** Names and values in turns. Versions before 6 keep the text that is sent. */
  headers: string | (string | string[])[];
  addHeader(name: string, value: string): void;
}

/** Lines of headers in one text. */
export const HEADER_LINE: RegExp = /^([^:\r\n]+):[^\r\n]*\r\n/gm;

/** Returns the names of a request's headers, in lower case. */
export function headerNames({ headers }: Pick<UndiciRequest, "headers">): string[] {
  if (typeof headers === "string") return [...headers.matchAll(HEADER_LINE)].map(([, name]) => name!.toLowerCase());
  return headers.filter((_item, place) => place % 2 === 0).map((name) => String(name).toLowerCase());
}

/** Returns true when a request has a header. The name is in lower case. */
export function hasHeader({ headers }: Pick<UndiciRequest, "headers">, name: string): boolean {
  if (typeof headers === "string") return headerNames({ headers }).includes(name);
  for (let at = 0; at < headers.length; at += 2) {
    const found = String(headers[at]);
    if (found.length === name.length && found.toLowerCase() === name) return true;
  }
  return false;
}
