type Callable = (...args: unknown[]) => unknown;
type Exported = object & Callable;

/**
 * Stands for an export of a module that is loaded when the export is first used: constructed, called, or asked for a
 * property. The build puts it in the place of the SDK's optional parts.
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
