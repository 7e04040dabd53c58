import { isFields } from "@svc/core/internal";
import { nearestOwnerOf, ownData } from "@svc/instrumentation";

/** Methods that a `CohereClientV2` has bound to its inner client when it was made, by the field of their class. */
const BOUND = {
  clientV2: ["chat", "chatStream", "embed", "rerank"],
  client: ["generate", "generateStream"],
} as const;

/** Binds the methods of a `CohereClientV2` again: those bound before are the methods of the package itself. */
export function bindAgain(client: unknown): void {
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
