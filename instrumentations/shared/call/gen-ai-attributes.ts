import type { Attributes } from "@opentelemetry/api";
import * as GenAi from "@svc/core/internal/gen-ai";
import { OBSERVATION_TYPE } from "@svc/core/internal/span-attributes";
import type { RecordedSpan } from "@svc/tracing/internal";
import { attributeValue } from "./attribute-table.ts";
import type { Endpoint, Operation } from "./operation.ts";

/** Data of a call before it is made. */
interface CallStart {
  readonly operation: Operation;
  /** Model, or the source of data that is searched. */
  readonly subject: string | undefined;
  readonly endpoint: Endpoint;
}

/** Name and attributes of a span at its start. */
interface SpanStart {
  readonly name: string;
  readonly attributes: Attributes;
}

/** Attribute of the type of a failure. */
export const ERROR_TYPE = "error.type";

/**
 * Attributes that the conventions want samplers to see. The SDK checks these early attributes twice, so all others are set
 * later.
 */
const CREATION: readonly (readonly [attribute: string, value: (start: CallStart) => unknown])[] = [
  [OBSERVATION_TYPE, ({ operation }) => operation.type],
  [GenAi.OPERATION_NAME, ({ operation }) => operation.name],
  [GenAi.PROVIDER_NAME, ({ endpoint }) => endpoint.provider],
  [GenAi.REQUEST_MODEL, subjectIn("model")],
  [GenAi.DATA_SOURCE_ID, subjectIn("dataSource")],
  ["server.address", ({ endpoint }) => endpoint.address],
  ["server.port", ({ endpoint }) => endpoint.port],
];

/** Returns the name of the span of a call of this model, or of a search of this source of data. */
export function spanNameOf({ name }: Operation, subject: string | undefined): string {
  return subject === undefined ? name : `${name} ${subject}`;
}

/** Returns the name of a call's span and the attributes that the span starts with. */
export function spanStart(operation: Operation, subject: string | undefined, endpoint: Endpoint): SpanStart {
  return {
    name: spanNameOf(operation, subject),
    attributes: creationAttributes({ operation, subject, endpoint }),
  };
}

/** Writes the attributes that depend on the endpoint only. */
export function writeOperationAttributes(span: RecordedSpan, { attributes }: Operation): void {
  for (const name in attributes) span.setAttribute(name, attributes[name]!);
}

function subjectIn(name: "model" | "dataSource"): (start: CallStart) => unknown {
  return ({ operation, subject }) => ((operation.subject ?? "model") === name ? subject : undefined);
}

function creationAttributes(start: CallStart): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of CREATION) {
    const attribute = attributeValue(value(start));
    if (attribute !== undefined) attributes[name] = attribute;
  }
  return attributes;
}
