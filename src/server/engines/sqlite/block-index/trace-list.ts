/** Form of most trace ids. */
const HEX_ID = /^[0-9a-f]{32}$/;

/** Bytes of a trace id of 32 digits. */
const BYTES = 16;

/** Encodes different trace ids: as bytes where all have 32 lower-case hexadecimal digits, else as a JSON list. */
export function encodeTraces(ids: ReadonlySet<string>): Uint8Array | string {
  const all = [...ids];
  return all.every((id) => HEX_ID.test(id)) ? new Uint8Array(Buffer.from(all.join(""), "hex")) : JSON.stringify(all);
}

/** Slots for each id: with more ids in them, most would not be where they are looked for first. */
const SLOTS_PER_ID = 2;

/** Set of trace ids of encoded lists. Holds those of 32 digits as numbers, without a text for each. */
export class TraceSet {
  /** Four numbers for each id, in the order of arrival. */
  #words = new Uint32Array(4 * 256);
  /** Places of ids from 1, by a hash of them; 0 for a free slot. The length is a power of two. */
  #slots = new Int32Array(256 * SLOTS_PER_ID);
  #count = 0;
  readonly #others = new Set<string>();

  get size(): number {
    return this.#count + this.#others.size;
  }

  /** Adds the ids of an encoded list. */
  add(list: Uint8Array | string): void {
    if (typeof list === "string") {
      for (const id of JSON.parse(list) as string[]) {
        if (HEX_ID.test(id)) this.#addBytes(Buffer.from(id, "hex"));
        else this.#others.add(id);
      }
    } else {
      this.#addBytes(list);
    }
  }

  #addBytes({ buffer, byteOffset, byteLength }: Uint8Array): void {
    const bytes = new DataView(buffer, byteOffset, byteLength);
    for (let at = 0; at < byteLength; at += BYTES) {
      this.#addWords(bytes.getUint32(at), bytes.getUint32(at + 4), bytes.getUint32(at + 8), bytes.getUint32(at + 12));
    }
  }

  #addWords(a: number, b: number, c: number, d: number): void {
    const words = this.#words;
    const mask = this.#slots.length - 1;
    let slot = hashOf(a, b, c, d) & mask;
    for (let place = this.#slots[slot] ?? 0; place !== 0; place = this.#slots[slot] ?? 0) {
      const at = (place - 1) * 4;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return;
      slot = (slot + 1) & mask;
    }
    words.set([a, b, c, d], this.#count * 4);
    this.#slots[slot] = this.#count += 1;
    if (this.#count * 4 === words.length) this.#grow();
  }

  #grow(): void {
    const words = new Uint32Array(this.#words.length * 2);
    words.set(this.#words);
    this.#words = words;
    this.#slots = new Int32Array((words.length / 4) * SLOTS_PER_ID);
    const mask = this.#slots.length - 1;
    for (let place = 1; place <= this.#count; place += 1) {
      const at = (place - 1) * 4;
      let slot = hashOf(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0, words[at + 3] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = place;
    }
  }
}

/** Returns a hash: senders may count ids upwards. The multipliers are odd numbers with about as many ones as zeros. */
function hashOf(a: number, b: number, c: number, d: number): number {
  let hash =
    Math.imul(a, 0x9e37_79b1) ^ Math.imul(b, 0x85eb_ca77) ^ Math.imul(c, 0xc2b2_ae3d) ^ Math.imul(d, 0x27d4_eb2f);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
