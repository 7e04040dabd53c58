/** Bytes of one number. A place in a block, and a count of places, are below 65,536. */
const BYTES = 2;

/** Encodes groups of places in a block: of each group the count of its places, then the places. */
export function encodePlaces(groups: Iterable<readonly number[]>): Uint8Array {
  const numbers: number[] = [];
  for (const group of groups) {
    numbers.push(group.length);
    for (const place of group) numbers.push(place);
  }
  const bytes = new DataView(new ArrayBuffer(numbers.length * BYTES));
  numbers.forEach((number, index) => bytes.setUint16(index * BYTES, number));
  return new Uint8Array(bytes.buffer);
}

/** Returns the places of the groups with these indexes. */
export function decodePlaces(encoded: Uint8Array, groups: ReadonlySet<number>): number[] {
  const bytes = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  const places: number[] = [];
  for (let at = 0, group = 0; at < bytes.byteLength; group += 1) {
    const end = at + (1 + bytes.getUint16(at)) * BYTES;
    if (groups.has(group)) for (at += BYTES; at < end; at += BYTES) places.push(bytes.getUint16(at));
    at = end;
  }
  return places;
}
