import { isObject, parseJson } from "../http/json.ts";
import { FORMAT, MOVE_KINDS, type MoveHeader, type MoveKind, type MoveTotals, START } from "./move-format.ts";
import { MoveTally } from "./move-tally.ts";

/** Row of a file of a move. */
export interface MoveRow {
  kind: MoveKind;
  value: Record<string, unknown>;
  /** Number of characters of its line. */
  size: number;
}

const ADVICE = "Export again";

/** Lines of a file of a move, checked while they are read. Everything that is wrong is an error with the number of the line. */
export class MoveLines {
  readonly tally: MoveTally = new MoveTally();
  readonly #lines: AsyncIterator<string>;
  readonly #name: string;
  #number = 0;

  /** `name`: the name of the file, for messages. */
  constructor(lines: AsyncIterator<string>, name: string) {
    this.#lines = lines;
    this.#name = name;
  }

  /** Yields the rows. The caller reads the parts of each content before the next row. Throws for a file that is not whole. */
  async *rows(): AsyncGenerator<MoveRow> {
    this.#checkHeader(await this.#next());
    for (;;) {
      const line = await this.#next();
      const [kind, value] = this.#read(line);
      if (kind === "end" && isObject(value)) {
        await this.#checkEnd(value);
        return;
      }
      if (!(MOVE_KINDS as readonly unknown[]).includes(kind) || !isObject(value)) {
        throw this.#problem("is no row of an export: the file is damaged");
      }
      this.tally.add(kind as MoveKind, line);
      yield { kind: kind as MoveKind, value, size: line.length };
    }
  }

  /** Yields a number of parts of the content whose row was the last. */
  async *parts(count: number): AsyncGenerator<Buffer> {
    for (let part = 0; part < count; part += 1) {
      const line = await this.#next();
      const [kind, value] = this.#read(line);
      if (kind !== "part" || typeof value !== "string") {
        throw this.#problem("is no part of a content: the file is damaged");
      }
      this.tally.add("contents", line, false);
      yield Buffer.from(value, "base64");
    }
  }

  async #next(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) {
      throw new Error(
        `${this.#name} ends after line ${this.#number}, before the end of the export: it is incomplete. ${ADVICE}`,
      );
    }
    this.#number += 1;
    return value;
  }

  #read(line: string): unknown[] {
    const read = parseJson(line);
    if (!Array.isArray(read)) throw this.#problem("cannot be read: the file is damaged or incomplete");
    return read as unknown[];
  }

  #checkHeader(line: string): void {
    const [start, header] = this.#read(line);
    const format = isObject(header) ? (header as unknown as MoveHeader).format : undefined;
    if (start !== START || typeof format !== "number") throw this.#problem("is no first line of an export");
    if (format > FORMAT) {
      throw new Error(
        `${this.#name} is of format ${format}, and this service reads formats up to ${FORMAT}: update the service`,
      );
    }
  }

  async #checkEnd(written: MoveTotals): Promise<void> {
    const problem = this.tally.problem(written);
    if (problem !== undefined) throw new Error(`${this.#name}: ${problem}. ${ADVICE}`);
    if ((await this.#lines.next()).done !== true) {
      throw new Error(`${this.#name} goes on after the end of the export. Import each export by itself`);
    }
  }

  #problem(what: string): Error {
    return new Error(`${this.#name}, line ${this.#number} ${what}. ${ADVICE}`);
  }
}

/** Reads a file of a move to its end, and throws when it is not whole. */
export async function checkMove(lines: MoveLines, partsOf: (row: MoveRow) => number): Promise<void> {
  for await (const row of lines.rows()) {
    for await (const part of lines.parts(partsOf(row))) void part;
  }
}
