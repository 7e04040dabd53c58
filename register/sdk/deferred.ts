type Callable = (...args: unknown[]) => unknown;
type Exported = object & Callable;

/**
 * Returns a placeholder for an export of a module. The module is loaded when the placeholder is first constructed, called, or
 * asked for a property. The build replaces the SDK's optional parts with such placeholders.
 */
export function deferred(load: () => Readonly<Record<string, unknown>>, name: string): unknown {
  let loaded: Exported | undefined;
  const get = (): Exported => (loaded ??= load()[name] as Exported);
  return new Proxy(function () {}, {
    get: (_target, key) => Reflect.get(get(), key),
    construct: (_target, args) => Reflect.construct(get(), args) as object,
    apply: (_target, self, args) => Reflect.apply(get(), self, args),
  });
}
