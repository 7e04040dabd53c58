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

/** Values of JSON that code may take for something else when they stand in the place of another value. */
const VALUES = [
  "null",
  "true",
  "[]",
  "{}",
  "-1",
  "0.5",
  "1e999",
  "4294967294",
  '""',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '[null,[[]],{"length":4294967295}]',
];

/** Texts, numbers and names of JSON, in any text. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|\b(?:true|false|null)\b/g;

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
  const value = fc.constantFrom(...VALUES, ...corpus.flatMap((bytes) => tokensOf(bytes).map(([token]) => token)));
  const change = fc.oneof(
    fc.tuple(fc.constantFrom("put", "replace", "cut", "repeat"), place, place, piece),
    fc.tuple(
      fc.constant("value"),
      place,
      place,
      value.map((text) => Uint8Array.from(Buffer.from(text))),
    ),
  );
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

function tokensOf(bytes: Bytes): RegExpExecArray[] {
  return [...Buffer.from(bytes).toString("latin1").matchAll(TOKEN)];
}

/** Puts a value in the place of a text, number or name of JSON. */
function withValue(bytes: Bytes, from: number, put: Bytes): Bytes {
  const tokens = tokensOf(bytes);
  const token = tokens[Math.min(tokens.length - 1, Math.floor(from * tokens.length))];
  if (token === undefined) return bytes;
  const [before, after] = [bytes.subarray(0, token.index), bytes.subarray(token.index + token[0].length)];
  return Uint8Array.from(Buffer.concat([before, put, after])).slice(0, LONGEST);
}

function changeOf(bytes: Bytes, how: string, from: number, to: number, put: Bytes): Bytes {
  if (how === "value") return withValue(bytes, from, put);
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

/** Checks inputs made from a corpus. Rejects with the seed and the smallest input that fails, which can be kept in the corpus. */
export async function fuzz(target: FuzzTarget, corpus: readonly Bytes[], numRuns: number, seed: number): Promise<void> {
  const property = fc.asyncProperty(inputsFrom(corpus), async (input) => checkInput(target, input));
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, { numRuns, seed });
  if (!failed) return;
  const input = counterexample === null ? "" : Buffer.from(counterexample[0]).toString("base64");
  const [reason = ""] = String(errorInstance).split("\n\n", 1);
  throw new Error(`${reason} (seed: ${seed}, path: ${counterexamplePath}, input in base64: ${input})`, {
    cause: errorInstance,
  });
}
