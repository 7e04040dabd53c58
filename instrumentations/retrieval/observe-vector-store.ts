import { isFields, logger, warnOfMisspeltOptions } from "@svc/core/internal";
import {
  CONFIG_NAMES,
  copyOfConfig,
  observedClients,
  ownMethod,
  patchForGood,
  recordObservedCalls,
  topOwnerOf,
  types,
  type SvcConfig,
} from "@svc/instrumentation";
import { CHROMA } from "./databases/chroma.ts";
import { PINECONE } from "./databases/pinecone.ts";
import { QDRANT } from "./databases/qdrant.ts";
import { WEAVIATE } from "./databases/weaviate.ts";
import type { StoreMaker, StorePackage } from "./store-class.ts";

const PACKAGES: readonly StorePackage[] = [PINECONE, QDRANT, CHROMA, WEAVIATE];

/**
 * Records the searches of a vector database's client, with or without the preload, and applies `config` to them. `client` is a
 * `Pinecone` or an index of one, a `QdrantClient`, a `ChromaClient` or a collection of one, a Weaviate client or a collection of
 * one. Indexes and collections that it makes from now on are observed too. Returns the same client. With the preload a search is
 * still recorded once. When a client is given again, the last configuration counts. Never throws: logs a warning for a value that
 * is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const qdrant = observeVectorStore(new QdrantClient({ url }), { tags: ["support"] });
 */
export function observeVectorStore<T extends object>(client: T, config: SvcConfig = {}): T {
  try {
    warnOfMisspeltOptions("observeVectorStore", config, CONFIG_NAMES);
    const known = copyOfConfig(config);
    if (!PACKAGES.map((found) => observe(client, found, known)).includes(true)) {
      logger.warnOnce(
        "observeVectorStore was not given a client of a vector database that it knows: nothing of it is recorded.",
      );
    }
  } catch (error) {
    logger.errorOnce(
      "Observing a client of a vector database failed: its searches are not recorded. The client works as before.",
      error,
    );
  }
  return client;
}

/** Observes an object of a package. Returns false when the object is not one of the package. */
function observe(client: unknown, found: StorePackage, config: SvcConfig): boolean {
  let isKnown = false;
  for (const { place, mark, searches } of found.classes) {
    const store = objectAt(client, place, mark);
    if (store === undefined) continue;
    for (const [name, operation] of Object.entries(searches)) {
      const owner = topOwnerOf(store, name);
      if (owner) isKnown = recordObservedCalls(owner, name, operation) || isKnown;
    }
    observedClients.set(store, config);
  }
  for (const maker of found.makers) {
    const holder = objectAt(client, maker.place, maker.mark);
    if (holder === undefined) continue;
    isKnown = true;
    observeMade(holder, maker, found, config);
  }
  return isKnown;
}

function observeMade(holder: object, { methods }: StoreMaker, found: StorePackage, config: SvcConfig): void {
  const observed = <T>(made: T): T => {
    for (const store of Array.isArray(made) ? made : [made]) if (isFields(store)) observe(store, found, config);
    return made;
  };
  for (const name of methods) {
    ownMethod(holder, name);
    patchForGood(
      holder,
      name,
      (method) =>
        function make(this: unknown, ...args: unknown[]): unknown {
          const made = Reflect.apply(method, this, args);
          return types.isPromise(made) ? made.then(observed) : observed(made);
        },
    );
  }
}

function objectAt(client: unknown, place: readonly string[], mark: string): object | undefined {
  const found = place.reduce((value, name) => (isFields(value) ? value[name] : undefined), client);
  return isFields(found) && typeof found[mark] === "function" ? found : undefined;
}
