/** Checks of a value's kind, in place of those of `node:util`. Without Node, nothing tells a proxy from its target. */
export const types = {
  isProxy: (_value: unknown): boolean => false,
  isPromise: (value: unknown): value is Promise<unknown> => hasTag(value, "Promise"),
  isDate: (value: unknown): value is Date => hasTag(value, "Date"),
  isUint8Array: (value: unknown): value is Uint8Array => hasTag(value, "Uint8Array"),
  isFloat32Array: (value: unknown): value is Float32Array => hasTag(value, "Float32Array"),
  isAnyArrayBuffer: (value: unknown): value is ArrayBufferLike =>
    hasTag(value, "ArrayBuffer") || hasTag(value, "SharedArrayBuffer"),
} as const;

function hasTag(value: unknown, tag: string): boolean {
  return Object.prototype.toString.call(value) === `[object ${tag}]`;
}
