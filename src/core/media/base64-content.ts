import { endOfBase64 } from "#platform/bytes";

/** Base64 that was found in a text: its characters without white space and escapes, and the position behind it. */
export interface FoundBase64 {
  readonly base64: string;
  readonly end: number;
}

const WHITE_SPACE = /[\t\n\f\r ]+/g;

/**
 * Returns a text that is base64 as a whole, without white space in it; undefined for any other text. The text may have line breaks,
 * both alphabets, and no padding.
 */
export function wholeBase64(text: string): string | undefined {
  if (endOfBase64(text, 0) === text.length) return isComplete(text) ? text : undefined;
  const base64 = text.replaceAll(WHITE_SPACE, "");
  return base64.length < text.length ? wholeBase64(base64) : undefined;
}

/** One digit more than a multiple of four holds no whole byte: such a text is cut, or no base64. */
function isComplete(base64: string): boolean {
  const digits = base64.length - paddingOf(base64);
  return digits > 0 && digits % 4 !== 1;
}

function paddingOf(base64: string): number {
  return base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
}

/** Text between which and its end a data URI stands for itself, by the end's character. */
const DELIMITERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", "`": "`", "(": ")", "<": ">" };

/**
 * Returns the content of a data URI in a text, which begins at `start`, behind the comma. Returns undefined where nobody can know
 * where the content ends, or where it is not base64: a part of the content must never be taken for all of it.
 *
 * Content may have white space and percent-encoded characters, as the URL standard reads it, and the escapes of JSON, as a text inside
 * of JSON has them. White space may also follow the content, with words that look like base64. Such a text is content
 * - if the URI has a text of its own, or quotes around it, and its lines are equally long, or it ends in padding;
 * - in the middle of other text, if its lines are equally long, and padding or a third line says that they are no words.
 */
export function readBase64Content(text: string, uriStart: number, start: number): FoundBase64 | undefined {
  const end = endOfBase64(text, start);
  // Nearly every URI ends here: in quotes, or with its text.
  if (characterAt(text, end) === undefined) return complete(text.slice(start, end), end);
  const lines = readLines(text, start);
  if (lines.count < 2) return complete(lines.base64(), lines.end);
  const isDelimited = lines.stop === endOfDelimited(text, uriStart, lines.stop);
  if (lines.isContent(isDelimited)) return { base64: lines.base64(), end: lines.end };
  return (isDelimited && lines.width <= LONGEST_LINE) || lines.areWrapped
    ? undefined
    : complete(lines.firstLine(), lines.endOfFirst);
}

function complete(base64: string, end: number): FoundBase64 | undefined {
  return isComplete(base64) ? { base64, end } : undefined;
}

/** Returns `stop` where the text around a URI ends there, behind backslashes: inside of JSON a quote may be escaped. */
function endOfDelimited(text: string, uriStart: number, stop: number): number | undefined {
  if (uriStart === 0) return stop === text.length ? stop : undefined;
  const closing = DELIMITERS[text[uriStart - 1]!];
  let index = stop;
  while (text[index] === "\\") index++;
  return closing !== undefined && text[index] === closing ? stop : undefined;
}

/** Longest line that a program makes which breaks base64 into lines. Content without line breaks is usually longer. */
const LONGEST_LINE = 1024;
/** Shortest line that is no word. */
const SHORTEST_LINE = 16;
/** Lengths of lines by which programs break base64: OpenPGP, PEM, MIME. */
const USUAL_LINES: ReadonlySet<number> = new Set([60, 64, 72, 76]);

/** Lines of base64, separated by white space. */
class Base64Lines {
  readonly #pieces: string[] = [];
  #padding = 0;
  #total = 0;
  #line = 0;
  #piecesOfFirst = 0;
  #areEqual = true;
  #isBehindLine = false;
  #isSecondEqual = false;
  /** Number of lines. */
  count = 0;
  /** Length of the first line. */
  width = 0;
  /** Position behind the first line. */
  endOfFirst = 0;
  /** Position behind the last line. */
  end: number;
  /** Position of the first character that belongs neither to a line nor to white space. */
  stop: number;

  constructor(start: number) {
    this.end = this.stop = start;
  }

  get isPadded(): boolean {
    return this.#padding > 0;
  }

  /** Returns true where the lines show that base64 was broken into lines. */
  get areWrapped(): boolean {
    return USUAL_LINES.has(this.width) || (this.#isSecondEqual && this.width >= SHORTEST_LINE);
  }

  addDigits(digits: string, end: number): void {
    if (digits === "") return;
    if (this.count === 0 || this.#isBehindLine) this.#beginLine();
    this.#pieces.push(digits);
    this.#line += digits.length;
    this.#total += digits.length;
    this.end = this.stop = end;
    if (this.count > 1) return;
    this.width = this.#line;
    this.endOfFirst = end;
    this.#piecesOfFirst = this.#pieces.length;
  }

  /** Adds a `=`. Returns false for the third one, which is none of the content. */
  addPadding(end: number): boolean {
    if (this.#padding === 2 || this.count === 0) return false;
    this.#padding++;
    this.end = this.stop = end;
    if (this.count === 1 && !this.#isBehindLine) this.endOfFirst = end;
    return true;
  }

  addWhiteSpace(end: number): void {
    this.#isBehindLine = this.count > 0;
    this.stop = end;
  }

  isContent(isDelimited: boolean): boolean {
    const isWhole = this.isPadded ? (this.#total + this.#padding) % 4 === 0 : this.#total % 4 !== 1;
    const areRegular = this.#areEqual && this.#line <= this.width;
    if (!isWhole || isDelimited) return isWhole && (areRegular || this.isPadded);
    if (!areRegular || this.isPadded) return areRegular;
    return this.count > 2 && this.width >= SHORTEST_LINE && this.#total % 4 === 0;
  }

  base64(): string {
    return this.#pieces.join("");
  }

  /** Returns the digits of the first line. */
  firstLine(): string {
    return this.#pieces.slice(0, this.#piecesOfFirst).join("");
  }

  #beginLine(): void {
    // The line before was no last one: it has the length of the first.
    if (this.count > 1 && this.#line !== this.width) this.#areEqual = false;
    if (this.count === 2) this.#isSecondEqual = this.#line === this.width;
    this.count++;
    this.#line = 0;
    this.#isBehindLine = false;
  }
}

const DIGITS = /[\w+/-]*/y;

function readLines(text: string, start: number): Base64Lines {
  const lines = new Base64Lines(start);
  for (let position = start; ;) {
    if (!lines.isPadded) {
      DIGITS.lastIndex = position;
      const digits = DIGITS.exec(text)![0];
      position += digits.length;
      lines.addDigits(digits, position);
    }
    const found = characterAt(text, position);
    if (found === undefined) return lines;
    const { character, end } = found;
    if (character === "=") {
      if (!lines.addPadding(end)) return lines;
    } else if (isWhiteSpace(character)) {
      lines.addWhiteSpace(end);
    } else if (lines.isPadded) {
      return lines;
    } else {
      lines.addDigits(character, end);
    }
    position = end;
  }
}

/** Characters of content that are written with an escape, or separate its lines. */
interface ContentCharacter {
  readonly character: string;
  readonly end: number;
}

/** White space, percent-encoded characters, and escapes of JSON, which has more backslashes inside of JSON. */
const ESCAPED = /[\t\n\f\r =]|%([\da-f]{2})|\\+(?:([nrtf/])|u([\da-f]{4}))/iy;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", "/": "/" };
const CONTENT = /^[\w+/=\t\n\f\r -]$/;

/** Returns the character of content that begins at a position with something other than a digit. */
function characterAt(text: string, position: number): ContentCharacter | undefined {
  ESCAPED.lastIndex = position;
  const [all, percent, escape, unicode] = ESCAPED.exec(text) ?? [];
  if (all === undefined) return undefined;
  const code = percent ?? unicode;
  const character =
    code === undefined ? (ESCAPES[escape ?? ""] ?? all) : String.fromCharCode(Number.parseInt(code, 16));
  return CONTENT.test(character) ? { character, end: position + all.length } : undefined;
}

function isWhiteSpace(character: string): boolean {
  return character <= " ";
}
