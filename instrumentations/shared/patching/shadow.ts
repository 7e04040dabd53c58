/** Defines a function over an object's own or inherited one. The new property is enumerable only if an own one was. */
export function shadow<T extends object, K extends keyof T>(target: T, name: K, value: T[K]): void {
  const enumerable = Object.hasOwn(target, name) && Object.prototype.propertyIsEnumerable.call(target, name);
  Object.defineProperty(target, name, { value, enumerable, configurable: true, writable: true });
}
