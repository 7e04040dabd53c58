import { apiSlot, type ApiKind } from "@svc/core/internal";
import { Hook } from "import-in-the-middle";
import { API_PACKAGE } from "./api-files.ts";
import { isOurs, makeReadable, registerInPlace } from "./api-slot.ts";

/** Methods of the API's exports that register something, with the kind of what they register. */
const REGISTRATIONS: ReadonlyArray<readonly [kind: ApiKind, method: string]> = [
  ["trace", "setGlobalTracerProvider"],
  ["context", "setGlobalContextManager"],
  ["propagation", "setGlobalPropagator"],
  ["metrics", "setGlobalMeterProvider"],
  ["logs", "setGlobalLoggerProvider"],
  ["diag", "setLogger"],
];

type Registering = (...args: unknown[]) => unknown;
type ApiCopy = { readonly [kind in ApiKind]?: Record<string, Registering> };

/**
 * Lets the registrations of the application, made through any copy of OpenTelemetry's API, replace those of the preload. A
 * second registration of the same kind by the application is refused, as without the preload. Calls `onTracerProvider` with
 * each tracer provider that the application registers.
 *
 * @returns Function to be called with the exports of each copy that the application requires. A subscriber of Node's channel
 *   `module.require` would see them as well, but its frames in the stack make Node warn of deprecated modules that packages load.
 */
export function watchApiCopies(onTracerProvider: (provider: unknown) => void): (exports: unknown) => void {
  const seen = new WeakSet<object>();
  /** Objects that the application has registered, by kind. */
  const registered = new Map<ApiKind, unknown>();

  const adopt = (copy: ApiCopy): void => {
    if (copy.metrics !== undefined && !seen.has(copy.metrics))
      makeReadable(() => copy.metrics?.["setGlobalMeterProvider"]?.({}));
    for (const [kind, method] of REGISTRATIONS) {
      const api = copy[kind];
      const original = api?.[method];
      if (api === undefined || typeof original !== "function" || seen.has(api)) continue;
      seen.add(api);
      api[method] = function (this: unknown, ...args) {
        const register = (): unknown => Reflect.apply(original, this, args);
        if (isOurs()) return register();
        const present = apiSlot()?.[kind];
        if (present !== undefined && present === registered.get(kind) && kind !== "diag") return register();
        const result = registerInPlace(kind, register);
        if (result === true) {
          registered.set(kind, apiSlot()?.[kind]);
          if (kind === "trace") onTracerProvider(args[0]);
        }
        return result;
      };
    }
  };

  // oxlint-disable-next-line no-new
  new Hook([API_PACKAGE], adopt);
  return (exports) => {
    if (typeof exports === "object" && exports !== null) adopt(exports);
  };
}
