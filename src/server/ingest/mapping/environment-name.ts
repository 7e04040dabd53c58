import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import { textOrJson } from "../../http/json.ts";
import type { ReceivedSpan } from "../otlp/otlp-span.ts";
import { Otel } from "./attributes/attribute-names.ts";

/** Environment of an observation without an environment name, or with an unusable one. */
export const DEFAULT_ENVIRONMENT = "default";

const LONGEST = 40;

const SOURCES = [svc.ENVIRONMENT, Otel.DEPLOYMENT_ENVIRONMENT, Otel.DEPLOYMENT_ENVIRONMENT_OLD];

/** Returns the environment of a span. For each attribute name in turn, it reads the span first and then the resource. */
export function environmentOf({ attributes, resource }: ReceivedSpan): string {
  for (const name of SOURCES) {
    const value = attributes.get(name) ?? resource.get(name);
    if (value !== undefined && value !== "") return normaliseEnvironment(textOrJson(value));
  }
  return DEFAULT_ENVIRONMENT;
}

/**
 * Normalises the name of an environment: lower case, without the reserved prefix `svc`, at most 40 characters. Returns
 * `default` when the result is empty or has characters other than `a-z`, `0-9`, `-` and `_`.
 */
export function normaliseEnvironment(name: string): string {
  const short = name
    .toLowerCase()
    .replace(/^(?:svc[-_]?)+/, "")
    .slice(0, LONGEST);
  return /^[a-z0-9_-]+$/.test(short) ? short : DEFAULT_ENVIRONMENT;
}
