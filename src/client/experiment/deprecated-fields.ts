import { logger } from "@svc/core/internal";

/**
 * Adds deprecated fields to an object. Reading a field warns once and names its replacement. The fields are not
 * enumerable, so that copying or printing the object reads none of them.
 */
export function withDeprecated<T extends object, D extends object>(
  object: T,
  fields: D,
  replacements: Readonly<Record<keyof D, string>>,
): T & D {
  for (const [name, value] of Object.entries(fields)) {
    const message = `${name} is deprecated: read ${replacements[name as keyof D]}.`;
    Object.defineProperty(object, name, {
      get: () => {
        logger.warnOnce(message);
        return value as unknown;
      },
    });
  }
  return object as T & D;
}
