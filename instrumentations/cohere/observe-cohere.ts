import { isFields } from "@svc/core/internal";
import { nearestOwnerOf, observeClient, ownData, type ObservablePackage, type SvcConfig } from "@svc/instrumentation";
import { COHERE } from "./library.ts";
import { PATCHED_CLASSES, TESTED_VERSIONS } from "./patching/patched-classes.ts";

const PACKAGE: ObservablePackage = {
  name: COHERE.name,
  functionName: "observeCohere",
  versions: TESTED_VERSIONS,
  classes: PATCHED_CLASSES,
  transport: {},
};

/**
 * Records the model calls of a client of `cohere-ai`, a `CohereClient` or a `CohereClientV2`, with or without the preload, and
 * applies `config` to them. Returns the same client. With the preload a call is still recorded once. When a client is given
 * again, the last configuration counts. For some calls only, use `withSvcConfig`. Never throws: logs a warning for a value that
 * is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const cohere = observeCohere(new CohereClientV2({ token }), { generationName: "answer", tags: ["support"] });
 */
export function observeCohere<T extends object>(client: T, config: SvcConfig = {}): T {
  observeClient(PACKAGE, client, config);
  bindAgain(client);
  return client;
}

/** Methods that a `CohereClientV2` has bound to its inner client when it was made, by the field of their class. */
const BOUND = {
  clientV2: ["chat", "chatStream", "embed", "rerank"],
  client: ["generate", "generateStream"],
} as const;

/** Binds the methods of a `CohereClientV2` again: those bound before are the methods of the package itself. */
function bindAgain(client: unknown): void {
  const inner = ownData(client, "clientV2");
  if (!isFields(client) || !isFields(inner)) return;
  for (const [field, names] of Object.entries(BOUND)) {
    const holder = ownData(client, field);
    for (const name of names) {
      const owner = isFields(holder) ? nearestOwnerOf(holder, name, Object.prototype) : undefined;
      const method = ownData(owner, name);
      if (typeof method !== "function" || typeof ownData(client, name) !== "function") continue;
      Reflect.set(client, name, method.bind(inner));
    }
  }
}
