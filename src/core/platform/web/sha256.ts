import { allocate } from "./bytes.ts";

/** True when hashing needs no code of ours, which a bundle would have to carry. */
export const IS_SHA256_AT_HAND = false;

/** Numbers of the algorithm, computed at the first use. */
interface Constants {
  /** One for each round: the cube roots of the first 64 primes. */
  readonly rounds: Uint32Array;
  /** Hash of nothing: the square roots of the first eight primes. */
  readonly initial: Uint32Array;
}

let constants: Constants | undefined;

/** Bytes of a block; the last block ends in the message's length. */
const BLOCK = 64;

/**
 * Returns the SHA-256 of bytes, 32 bytes, by FIPS 180-4. Web Crypto answers in a promise, and only in pages from a secure
 * origin; a reference to media is needed at once.
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  constants ??= constantsOf(firstPrimes(64));
  const hash = constants.initial.slice();
  const words = new Uint32Array(BLOCK);
  const whole = bytes.length - (bytes.length % BLOCK);
  const padded = allocate(bytes.length % BLOCK < 56 ? BLOCK : 2 * BLOCK);
  padded.set(bytes.subarray(whole));
  padded[bytes.length % BLOCK] = 0x80;
  const end = new DataView(padded.buffer);
  end.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000));
  end.setUint32(padded.length - 4, bytes.length << 3);
  addBlocks(hash, constants.rounds, words, new DataView(bytes.buffer, bytes.byteOffset, whole));
  addBlocks(hash, constants.rounds, words, end);
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => digest.setUint32(index * 4, word));
  return new Uint8Array(digest.buffer);
}

function addBlocks(hash: Uint32Array, rounds: Uint32Array, words: Uint32Array, blocks: DataView): void {
  for (let start = 0; start < blocks.byteLength; start += BLOCK) {
    for (let t = 0; t < 16; t++) words[t] = blocks.getUint32(start + t * 4);
    for (let t = 16; t < 64; t++) {
      const [w15, w2] = [words[t - 15]!, words[t - 2]!];
      const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
      const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
      words[t] = words[t - 16]! + s0 + words[t - 7]! + s1;
    }
    addBlock(hash, rounds, words);
  }
}

function addBlock(hash: Uint32Array, rounds: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[t]! + words[t]!) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => (hash[index]! += value));
}

function constantsOf(primes: readonly number[]): Constants {
  return {
    rounds: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    initial: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  };
}

/** Returns the first 32 bits of a root's fractional part. */
function fraction(root: number): number {
  return Math.trunc((root % 1) * 0x1_0000_0000);
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next++) {
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  }
  return primes;
}
