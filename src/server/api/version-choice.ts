import { invalidParameter } from "../http/http-errors.ts";
import { givenText } from "../http/request-validation.ts";

/** Label of the version that a reader gets without naming one. */
export const DEFAULT_LABEL = "production";

/** Version of a prompt or a skill that a reader asks for: by its number, or by a label. */
export type VersionChoice = { version: number; label?: never } | { label: string; version?: never };

/** Reads which version a request asks for. Throws a 400 for a request with a number and a label. */
export function readVersionChoice(query: { version?: number; label?: string }): VersionChoice {
  const label = givenText(query.label);
  if (query.version === undefined) return { label: label ?? DEFAULT_LABEL };
  if (label !== undefined) throw invalidParameter("label", "it is not given together with version");
  return { version: query.version };
}
