import { withPlainNumbers } from "@svc/core/internal";
import type { ValidateFunction } from "ajv";
import { type HttpError, type RequestIssue, invalidParameter, namedError } from "../../http/http-errors.ts";
import { isObject } from "../../http/json.ts";
import { TimeBudget } from "../../http/time-budget.ts";
import { compiledSchema, compileSchema } from "./compiled-schemas.ts";
import { runWithTimeLimit } from "./run-with-time-limit.ts";
import type { Dataset } from "../../resources/datasets.ts";

/** Fields of an item that can have a schema, each with the dataset's field for the schema. */
export const SCHEMA_OF = { input: "inputSchema", expectedOutput: "expectedOutputSchema" } as const;

/** Most characters of a new schema, as JSON. The time to compile one grows with it. */
const MAX_SCHEMA_CHARACTERS = 65_536;

/** Time limits of one check and of compiling one schema, in milliseconds: a schema can hold a pattern that never ends. */
const MAX_CHECK_MS = 250;
const MAX_COMPILE_MS = 1_000;

/**
 * Time that the schemas of one project may take in {@link PERIOD_MS}, compiled and checked. They run in the thread that answers all requests.
 */
const BUDGET_MS = 1_500;
const PERIOD_MS = 10_000;

const budget = new TimeBudget(BUDGET_MS, PERIOD_MS);

/**
 * Yields the schema violations of an item; nothing for an item that follows the schemas of its dataset. Throws a 503 when the schemas of
 * the project have used up their time.
 */
export function* schemaProblems(
  projectId: string,
  dataset: Pick<Dataset, "inputSchema" | "expectedOutputSchema">,
  item: Readonly<Record<keyof typeof SCHEMA_OF, unknown>>,
): Generator<RequestIssue> {
  for (const field of ["input", "expectedOutput"] as const) {
    const schema = dataset[SCHEMA_OF[field]];
    if (schema === null) continue;
    const validate = compile(projectId, SCHEMA_OF[field], schema);
    const outcome = check(projectId, validate, withPlainNumbers(item[field]));
    if (outcome === true) continue;
    if (outcome !== false) {
      yield { code: "schema", message: `${field}: the schema ${outcome}`, path: [field] };
      continue;
    }
    for (const { instancePath, message = "does not follow the schema" } of validate.errors ?? []) {
      const path = [field, ...instancePath.split("/").slice(1)];
      yield { code: "schema", message: `${path.join(".")}: ${message}`, path };
    }
  }
}

/** Throws a 400 for an invalid or too long schema, and for a schema that refers to itself for every value. */
export function checkSchema(projectId: string, field: string, schema: unknown): void {
  if (schema == null) return;
  const { length } = JSON.stringify(schema);
  if (length > MAX_SCHEMA_CHARACTERS) {
    throw invalidParameter(
      field,
      `a schema has at most ${MAX_SCHEMA_CHARACTERS} characters as JSON, this one ${length}`,
    );
  }
  if (check(projectId, compile(projectId, field, schema), null) === ENDLESS) {
    throw invalidParameter(field, `no JSON Schema: it ${ENDLESS}`);
  }
}

const ENDLESS = "refers to itself without end";

/** Returns true when a value follows a schema, false when it does not, or the reason why the check cannot tell. */
function check(projectId: string, validate: ValidateFunction, value: unknown): boolean | string {
  try {
    const checked = withinTime(projectId, MAX_CHECK_MS, () => validate(value));
    return checked === undefined ? `takes longer than ${MAX_CHECK_MS} ms on it` : checked.result;
  } catch (error) {
    if (isStackExhausted(error)) return ENDLESS;
    throw error;
  }
}

/**
 * Runs work within the time of a project. Returns undefined for work that took longer than `limitMs`. Throws a 503 when the project has used up
 * its time.
 */
function withinTime<Result>(projectId: string, limitMs: number, work: () => Result): { result: Result } | undefined {
  const leftMs = Math.ceil(Math.min(limitMs, budget.left(projectId)));
  if (leftMs === 0) throw usedUp();
  const done = budget.spend(projectId, () => runWithTimeLimit(leftMs, work));
  if (done === undefined && leftMs < limitMs) throw usedUp();
  return done;
}

function usedUp(): HttpError {
  const message = `The schemas of this project have taken ${BUDGET_MS} ms within ${PERIOD_MS / 1_000} s: make them cheaper, or try again later`;
  return namedError("ServiceUnavailableError", message, { "Retry-After": String(PERIOD_MS / 1_000) });
}

/** Returns true for an exhausted stack. Items are not nested deeply enough for that: the schema called itself endlessly. */
function isStackExhausted(error: unknown): boolean {
  return (error as { name?: unknown }).name === "RangeError";
}

function compile(projectId: string, field: string, schema: unknown): ValidateFunction {
  if (typeof schema !== "boolean" && !isObject(schema)) throw invalidParameter(field, "a JSON Schema is expected");
  return compiledSchema(projectId, schema, () => {
    const made = withinTime(projectId, MAX_COMPILE_MS, () => compileOrReason(schema));
    const reason = made === undefined ? `it takes longer than ${MAX_COMPILE_MS} ms to compile` : made.result;
    if (typeof reason === "string") throw invalidParameter(field, `no JSON Schema: ${reason}`);
    return reason;
  });
}

/** Returns the check of a schema, or the reason why it has none. */
function compileOrReason(schema: unknown): ValidateFunction | string {
  try {
    return compileSchema(schema);
  } catch (error) {
    if (isStackExhausted(error)) return `it ${ENDLESS}`;
    return error instanceof Error ? error.message : String(error);
  }
}
