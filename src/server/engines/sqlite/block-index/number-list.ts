/**
 * Bytes of each number of a list, which the first byte names: as many as the greatest number needs. Numbers are whole; those below
 * zero, and those of 2^32 and more, take eight.
 */
const WIDTHS = [2, 4, 8] as const;

type Width = (typeof WIDTHS)[number];

const READ: Readonly<Record<Width, (bytes: DataView, at: number) => number>> = {
  2: (bytes, at) => bytes.getUint16(at),
  4: (bytes, at) => bytes.getUint32(at),
  8: (bytes, at) => bytes.getFloat64(at),
};

const WRITE: Readonly<Record<Width, (bytes: DataView, at: number, number: number) => void>> = {
  2: (bytes, at, number) => bytes.setUint16(at, number),
  4: (bytes, at, number) => bytes.setUint32(at, number),
  8: (bytes, at, number) => bytes.setFloat64(at, number),
};

/** Encodes whole numbers in ascending order. */
export function encodeNumbers(numbers: Iterable<number>): Uint8Array {
  const sorted = Float64Array.from(numbers).toSorted();
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  const width: Width = least < 0 || most > 0xffff_ffff ? 8 : most > 0xffff ? 4 : 2;
  const bytes = new DataView(new ArrayBuffer(1 + sorted.length * width));
  bytes.setUint8(0, width);
  const write = WRITE[width];
  for (let index = 0; index < sorted.length; index += 1) write(bytes, 1 + index * width, sorted[index] ?? 0);
  return new Uint8Array(bytes.buffer);
}

/** List of whole numbers in ascending order, as encoded. */
export class NumberList {
  readonly length: number;
  readonly #bytes: DataView;
  readonly #width: Width;
  readonly #read: (bytes: DataView, at: number) => number;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = new DataView(buffer, byteOffset, byteLength);
    this.#width = this.#bytes.getUint8(0) as Width;
    this.#read = READ[this.#width];
    this.length = (byteLength - 1) / this.#width;
  }

  at(index: number): number {
    return this.#read(this.#bytes, 1 + index * this.#width);
  }

  /** Returns how many of the numbers are at most this one. The answer lies between the two bounds. */
  countUpTo(number: number, from: number, to: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
