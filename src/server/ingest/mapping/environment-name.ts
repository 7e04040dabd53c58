import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { textOf } from "../../http/json.ts";
import type { ReceivedSpan } from "../otlp/otlp-span.ts";
import { Otel } from "./attribute-names.ts";

/** The environment of an observation that names none, or none that can be used. */
export const DEFAULT_ENVIRONMENT = "default";

const LONGEST = 40;

const SOURCES = [svc.ENVIRONMENT, Otel.DEPLOYMENT_ENVIRONMENT, Otel.DEPLOYMENT_ENVIRONMENT_OLD];

/** The environment of a span: for each name in turn, on the span and then on its resource. */
export function environmentOf({ attributes, resource }: ReceivedSpan): string {
  for (const name of SOURCES) {
    const value = attributes.get(name) ?? resource.get(name);
    if (value !== undefined && value !== "") return normaliseEnvironment(textOf(value));
  }
  return DEFAULT_ENVIRONMENT;
}

/**
 * Lower case, without the reserved prefix `svc`, at most 40 characters; `default` when what is left holds anything but
 * `a-z`, `0-9`, `-` and `_`.
 */
export function normaliseEnvironment(name: string): string {
  const short = name
    .toLowerCase()
    .replace(/^(?:svc[-_]?)+/, "")
    .slice(0, LONGEST);
  return /^[a-z0-9_-]+$/.test(short) ? short : DEFAULT_ENVIRONMENT;
}
