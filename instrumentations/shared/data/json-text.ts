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
  /** Index of the value in the whole text. */
  readonly start: number;

  constructor(text: string, start: number) {
    this.text = text;
    this.start = start;
  }
}

/** Field of the latest text. */
interface KnownField {
  readonly name: string;
  /** Name as a text begins a field with it: in quotes, with the colon. */
  readonly start: string;
  /** True when an array or an object in the field stays its JSON text. */
  readonly isText: boolean;
  /** JSON text of the latest value; undefined for a field of texts, and for a value that is not remembered. */
  json: string | undefined;
  value: unknown;
}

/** Number of fields that are remembered. */
const MAX_KNOWN = 50;

/** Maximum length of the JSON text of a value that is remembered. */
const MAX_KNOWN_LENGTH = 200;

/**
 * Reader of JSON objects that mostly differ in their text fields alone, such as the requests of an endpoint. An array or an object in a
 * text field stays its JSON text. The reader remembers the latest text: nearly every text has the field names of the one before, and the
 * same values in all other fields.
 */
export class JsonObjectReader {
  readonly #textFields: ReadonlySet<string>;
  readonly #known: KnownField[] = [];
  /** Place of the last field of the latest text; -1 when that text could not be read. */
  #lastPlace = -1;
  #isRepeated = false;

  constructor(textFields: ReadonlySet<string>) {
    this.#textFields = textFields;
  }

  /** True when the latest text had the fields of the one before, and the same values outside of the text fields. */
  get isRepeated(): boolean {
    return this.#isRepeated;
  }

  /**
   * Returns the fields of a JSON object. Returns undefined for a text that is not laid out as `JSON.stringify` does it, without a space
   * between, and for a field name with an escaped character. Throws for a value that is not JSON.
   */
  read(text: string): Record<string, unknown> | undefined {
    const lastBefore = this.#lastPlace;
    this.#isRepeated = false;
    // Nothing is known to be whole until the end of the text.
    this.#lastPlace = -1;
    if (text.charCodeAt(0) !== BRACE_OPEN) return undefined;
    const fields: Record<string, unknown> = {};
    let isRepeated = true;
    let place = 0;
    for (let at = 1; text.charCodeAt(at) === QUOTE; place++) {
      let known = this.#known[place];
      if (known === undefined || !text.startsWith(known.start, at)) {
        isRepeated = false;
        known = this.#fieldAt(text, at);
        if (known === undefined) return undefined;
        if (place < MAX_KNOWN) this.#known[place] = known;
      }
      const begin = at + known.start.length;
      let end = endOfKnown(known, text, begin);
      if (end === -1) {
        end = endOfValue(text, begin);
        if (end === -1) return undefined;
        const value = valueOf(text, begin, end, known.isText);
        fields[known.name] = value;
        if (!known.isText) {
          isRepeated = false;
          remember(known, text.slice(begin, end), value);
        }
      } else {
        fields[known.name] = known.value;
      }
      if (text.charCodeAt(end) === BRACE_CLOSE) {
        if (end !== text.length - 1) return undefined;
        this.#isRepeated = isRepeated && place === lastBefore;
        this.#lastPlace = place;
        return fields;
      }
      at = text.charCodeAt(end) === COMMA ? end + 1 : -1;
    }
    return undefined;
  }

  /** Returns the field that begins here; undefined for a name with an escaped character, and where no colon follows. */
  #fieldAt(text: string, at: number): KnownField | undefined {
    const end = endOfString(text, at);
    if (end === -1 || text.charCodeAt(end) !== COLON) return undefined;
    const name = ownText(text.slice(at + 1, end - 1));
    // An object with this name as a field would have another prototype.
    if (name.includes("\\") || name === "__proto__") return undefined;
    return { name, start: `"${name}":`, isText: this.#textFields.has(name), json: undefined, value: undefined };
  }
}

/** Returns the index after the value that begins at `begin`, when it is the latest value of the field; else -1. */
function endOfKnown({ json }: KnownField, text: string, begin: number): number {
  if (json === undefined || !text.startsWith(json, begin)) return -1;
  const end = begin + json.length;
  const code = text.charCodeAt(end);
  return code === COMMA || code === BRACE_CLOSE ? end : -1;
}

function remember(field: KnownField, json: string, value: unknown): void {
  const isKept = json.length <= MAX_KNOWN_LENGTH;
  field.json = isKept ? ownText(json) : undefined;
  // A text is a part of the whole text as well.
  field.value = isKept && typeof value === "string" ? ownText(value) : value;
}

/** Returns a part of a text as a text of its own, which does not keep the whole text in memory: the key of an object is one. */
export function ownText(part: string): string {
  return Object.keys({ [part]: true })[0]!;
}

function valueOf(text: string, begin: number, end: number, isText: boolean): unknown {
  const first = text.charCodeAt(begin);
  if (first === QUOTE) {
    const inner = text.slice(begin + 1, end - 1);
    // Nearly every string is short and has no escaped character: the parser takes several times as long to say so.
    if (!inner.includes("\\")) return inner;
  }
  const value = text.slice(begin, end);
  if (isText && (first === BRACE_OPEN || first === BRACKET_OPEN)) return new JsonText(value, begin);
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
export function endOfValue(text: string, start: number): number {
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
