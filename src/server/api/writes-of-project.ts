import type { Access } from "../http/access.ts";
import { accessError } from "../http/http-errors.ts";
import { isReading } from "../http/reading-methods.ts";
import { removeIfGone } from "../resources/project-removal.ts";
import type { Service } from "./service.ts";

/**
 * Handles a request that may store something in its project. When the project was removed meanwhile, removes what was stored, and throws
 * a 401, as for every later request with its keys.
 */
export async function inProject<T>(
  service: Service,
  method: string,
  access: Access | undefined,
  handle: () => Promise<T>,
): Promise<T> {
  if (isReading(method) || access === undefined || access.level === "organization") return handle();
  const [handled] = await Promise.allSettled([handle()]);
  if (await removeIfGone(service, access.projectId)) {
    throw accessError(401, "The project of these keys was deleted. Nothing of this request is stored");
  }
  if (handled.status === "rejected") throw handled.reason;
  return handled.value;
}
