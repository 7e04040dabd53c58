const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BRACKET_OPEN = 91;
const BACKSLASH = 92;
const BRACKET_CLOSE = 93;
const BRACE_OPEN = 123;
const BRACE_CLOSE = 125;

/** Value as the JSON text that was sent, neither parsed nor serialised again. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Returns the fields of a JSON object. An array or an object in one of the `textFields` stays its JSON text: the messages of a request
 * can be large. Returns undefined for a text that is not laid out as `JSON.stringify` does it, without a space between, and for a field
 * name with an escaped character. Throws for a value that is not JSON.
 */
export function readJsonObject(text: string, textFields: ReadonlySet<string>): Record<string, unknown> | undefined {
  if (text.charCodeAt(0) !== BRACE_OPEN) return undefined;
  const fields: Record<string, unknown> = {};
  for (let at = 1; text.charCodeAt(at) === QUOTE;) {
    const nameEnd = endOfString(text, at);
    if (nameEnd === -1 || text.charCodeAt(nameEnd) !== COLON) return undefined;
    const name = text.slice(at + 1, nameEnd - 1);
    // An object with this name as a field would have another prototype.
    if (name.includes("\\") || name === "__proto__") return undefined;
    const end = endOfValue(text, nameEnd + 1);
    if (end === -1) return undefined;
    fields[name] = valueOf(text.slice(nameEnd + 1, end), textFields.has(name));
    if (text.charCodeAt(end) === BRACE_CLOSE) return end === text.length - 1 ? fields : undefined;
    at = text.charCodeAt(end) === COMMA ? end + 1 : text.length;
  }
  return undefined;
}

function valueOf(json: string, isText: boolean): unknown {
  const first = json.charCodeAt(0);
  return isText && (first === BRACE_OPEN || first === BRACKET_OPEN)
    ? new JsonText(json)
    : (JSON.parse(json) as unknown);
}

/** Returns the index after the string that begins at `start`; -1 when the string has no end. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return -1;
}

/** Returns the index after the value that begins at `start`; -1 when the value has no end. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (end === -1 || depth === 0) return end;
      at = end - 1;
    } else if (code === BRACE_OPEN || code === BRACKET_OPEN) {
      depth++;
    } else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (code === COMMA && depth === 0) {
      return at;
    }
  }
  return -1;
}
