const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;
const NINE = 57;
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

/** Name of a field, and the name as a text begins a field with it: in quotes, with the colon. */
interface KnownName {
  readonly name: string;
  readonly start: string;
}

/**
 * Names of the fields of the latest text, in their order. Nearly every text has those of the one before, and a name that is cut out
 * of a text takes longer to be looked up than all else here.
 */
const latest: KnownName[] = [];

/** Number of fields whose names are remembered. */
const MAX_KNOWN = 50;

/**
 * Returns the fields of a JSON object. An array or an object in a field named in `textFields` stays its JSON text. Returns
 * undefined for a text that is not laid out as `JSON.stringify` does it, without a space between, and for a field name with an
 * escaped character. Throws for a value that is not JSON.
 */
export function jsonFields(text: string, textFields: ReadonlySet<string>): Record<string, unknown> | undefined {
  const fields: Record<string, unknown> = {};
  if (text.charCodeAt(0) !== BRACE_OPEN) return undefined;
  let place = 0;
  for (let at = 1; text.charCodeAt(at) === QUOTE; place++) {
    let known = latest[place];
    if (known === undefined || !text.startsWith(known.start, at)) {
      known = nameAt(text, at);
      if (known === undefined) return undefined;
      if (place < MAX_KNOWN) latest[place] = known;
    }
    const { name, start } = known;
    const begin = at + start.length;
    const end = endOfValue(text, begin);
    if (end === -1) return undefined;
    if (name !== "__proto__") fields[name] = valueOf(text, begin, end, textFields.has(name));
    if (text.charCodeAt(end) === BRACE_CLOSE) return end === text.length - 1 ? fields : undefined;
    at = text.charCodeAt(end) === COMMA ? end + 1 : -1;
  }
  return undefined;
}

/** Returns the name that begins here; undefined for one with an escaped character, and where no colon follows. */
function nameAt(text: string, at: number): KnownName | undefined {
  const end = endOfString(text, at);
  if (end === -1 || text.charCodeAt(end) !== COLON) return undefined;
  // A part of a text keeps the whole text in memory; the key of an object is a text of its own.
  const [name] = Object.keys({ [text.slice(at + 1, end - 1)]: true });
  return name!.includes("\\") ? undefined : { name: name!, start: `"${name}":` };
}

function valueOf(text: string, begin: number, end: number, isText: boolean): unknown {
  const first = text.charCodeAt(begin);
  if (first === QUOTE) {
    const inner = text.slice(begin + 1, end - 1);
    // Nearly every string is short and has no escaped character: the parser takes several times as long to say so.
    if (!inner.includes("\\")) return inner;
  }
  const value = text.slice(begin, end);
  if (isText && (first === BRACE_OPEN || first === BRACKET_OPEN)) return new JsonText(value);
  if (value === "true") return true;
  if (value === "false") return false;
  const number = first >= ZERO && first <= NINE ? Number(value) : Number.NaN;
  return String(number) === value ? number : (JSON.parse(value) as unknown);
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
