import { type Hash, createHash } from "node:crypto";
import { MOVE_KINDS, type MoveKind, type MoveTotals } from "./move-format.ts";

/** Counts and checksums of the lines of a move, kind by kind. */
export class MoveTally {
  readonly #kinds = new Map<MoveKind, { count: number; hash: Hash }>();

  /** Adds a line. `isRow`: false for a part of a content, which is no row of its own. */
  add(kind: MoveKind, line: string, isRow = true): void {
    const found = this.#kinds.get(kind) ?? { count: 0, hash: createHash("sha256") };
    found.count += isRow ? 1 : 0;
    found.hash.update(line).update("\n");
    this.#kinds.set(kind, found);
  }

  /** Returns the number of rows of a kind. */
  count(kind: MoveKind): number {
    return this.#kinds.get(kind)?.count ?? 0;
  }

  /** Returns the totals of all lines so far. */
  totals(): MoveTotals {
    const entries = [...this.#kinds].map(([kind, { count, hash }]) => [
      kind,
      { count, sha256: hash.copy().digest("hex") },
    ]);
    return Object.fromEntries(entries) as MoveTotals;
  }

  /** Returns what differs from the totals that the file was written with; undefined when nothing does. */
  problem(written: MoveTotals): string | undefined {
    const read = this.totals();
    const kind = MOVE_KINDS.find((kind) => read[kind]?.sha256 !== written[kind]?.sha256);
    if (kind === undefined) return undefined;
    const [had, has] = [written[kind]?.count ?? 0, read[kind]?.count ?? 0];
    const what = had === has ? `the checksum of ${kind} is wrong` : `it has ${has} ${kind}, and ${had} were written`;
    return `${what}: the file is damaged`;
  }
}
