import { logger } from "../logging/logger.ts";

/** Longest propagated text, in characters. */
export const MAX_PROPAGATED_LENGTH = 200;

/**
 * Returns true for a text of 1 to 200 characters. Warns about a longer text and about a value of another type. null,
 * undefined and an empty text cause no warning.
 */
export function isPropagatable(name: string, value: unknown): value is string {
  if (value === undefined || value === null || value === "") return false;
  if (typeof value !== "string") {
    logger.warnOnce(`Propagated ${name} is dropped: it is a ${typeof value}, but must be a string.`);
    return false;
  }
  if (value.length > MAX_PROPAGATED_LENGTH) {
    logger.warnOnce(
      `Propagated ${name} is dropped: it has ${value.length} characters, at most ${MAX_PROPAGATED_LENGTH} can be propagated.`,
    );
    return false;
  }
  return true;
}

const ENVIRONMENT = /^(?!svc)[a-z0-9_-]{1,40}$/;
const ENVIRONMENT_RULE = `it must be 1 to 40 of a-z, 0-9, "-" and "_" and not start with "svc"`;

/**
 * Returns true for a valid environment name: 1 to 40 of a-z, 0-9, `-`, `_`, not starting with `svc`. Warns about an invalid
 * one.
 */
export function isEnvironment(value: unknown): value is string {
  if (value === undefined || value === null || value === "") return false;
  if (typeof value === "string" && ENVIRONMENT.test(value)) return true;
  logger.warnOnce(`Propagated environment ${describeValue(value)} is dropped: ${ENVIRONMENT_RULE}.`);
  return false;
}

/** Warns about an environment that the service will change. The SDK sends the environment nevertheless. */
export function warnOfEnvironment(value: unknown): void {
  if (value === undefined || value === null || value === "") return;
  if (typeof value === "string" && ENVIRONMENT.test(value)) return;
  logger.warnOnce(
    `The service changes the environment ${describeValue(value)}, or takes "default" instead: ${ENVIRONMENT_RULE}.`,
  );
}

function describeValue(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : `of type ${typeof value}`;
}
