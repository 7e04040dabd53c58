import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { FuzzTarget } from "./targets.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const CORPUS = join(import.meta.dirname, "corpus");

/** Pieces that parsers stumble over. */
const PIECES = [
  "__proto__",
  "constructor",
  "{{",
  "}}",
  "{{#a}}",
  "{{/a}}",
  ";base64,",
  "data:image/png;base64,AAAA",
  'data: {"a":1}\n\n',
  "\r\n",
  "\r",
  "\n\n",
  "[",
  "]",
  "{",
  "}",
  '"',
  "\\u0000",
  "1e999",
  "9007199254740993",
  "\0",
  "\uFEFF",
  "é",
  "\u2028",
].map((text) => Uint8Array.from(new TextEncoder().encode(text)));

/** Returns the inputs of a target that are kept in the repository, by their names. */
export function corpusOf(target: string): ReadonlyMap<string, Bytes> {
  const folder = join(CORPUS, target);
  return new Map(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, Uint8Array.from(readFileSync(join(folder, name)))]),
  );
}

/** Inputs made from a corpus: bytes changed, removed, repeated, moved, and pieces put in. */
function inputsFrom(corpus: readonly Bytes[]): fc.Arbitrary<Bytes> {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const piece = fc.oneof(
    fc.constantFrom(...PIECES),
    fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Uint8Array.from(bytes)),
    fc.constantFrom(...corpus),
  );
  const change = fc.tuple(fc.constantFrom("put", "replace", "cut", "repeat"), place, place, piece);
  const changed = fc
    .tuple(fc.constantFrom(...corpus), fc.array(change, { maxLength: 6 }))
    .map(([start, changes]) =>
      changes.reduce((bytes, [how, from, to, put]) => changeOf(bytes, how, from, to, put), start),
    );
  return fc.oneof(
    { weight: 9, arbitrary: changed },
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Uint8Array.from(bytes)),
  );
}

/** Longest input, in bytes: repetition would double it again and again. */
const LONGEST = 16_384;

function changeOf(bytes: Bytes, how: string, from: number, to: number, put: Bytes): Bytes {
  const at = Math.floor(from * bytes.length);
  const end = Math.min(bytes.length, at + Math.ceil(to * 16));
  const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  const parts =
    {
      put: [before, put, middle, after],
      replace: [before, put, after],
      cut: [before, after],
      repeat: [before, middle, middle, middle, after],
    }[how] ?? [];
  return Uint8Array.from(Buffer.concat(parts)).slice(0, LONGEST);
}

/** Checks one input. Rejects when something other than a refusal is thrown. */
export async function checkInput({ check, isRefusal }: FuzzTarget, input: Bytes): Promise<void> {
  try {
    // A copy: a check must not change the input that is reported.
    await check(input.slice());
  } catch (error) {
    if (isRefusal?.(error) !== true) throw error;
  }
  if (Object.keys(Object.prototype).length > 0) throw new Error("Object.prototype has a new key");
}

/** Checks inputs made from a corpus. Rejects with the seed and the smallest input that fails. */
export async function fuzz(target: FuzzTarget, corpus: readonly Bytes[], numRuns: number, seed: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(inputsFrom(corpus), async (input) => checkInput(target, input)),
    { numRuns, seed },
  );
}
