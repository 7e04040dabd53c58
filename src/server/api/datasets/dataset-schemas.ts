import { withPlainNumbers } from "@svc/core/internal";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type RequestIssue, invalidParameter, namedError } from "../../http/http-errors.ts";
import { isObject } from "../../http/json.ts";
import { TimeBudget } from "../../http/time-budget.ts";
import { runWithTimeLimit } from "./run-with-time-limit.ts";
import type { Dataset } from "../../resources/datasets.ts";

/** Fields of an item that can have a schema, each with the dataset's field for the schema. */
export const SCHEMA_OF = { input: "inputSchema", expectedOutput: "expectedOutputSchema" } as const;

/** Time limit of one check, in milliseconds: a schema can hold a pattern that never ends. */
const MAX_CHECK_MS = 250;

/**
 * Time that the checks of one project may take in {@link PERIOD_MS}. They run in the thread that answers all requests.
 */
const BUDGET_MS = 1_500;
const PERIOD_MS = 10_000;

const budget = new TimeBudget(BUDGET_MS, PERIOD_MS);

/** Maximum number of schemas that stay compiled. */
const MAX_COMPILED_SCHEMAS = 50;

const compiled = new Map<string, ValidateFunction>();

/**
 * Yields the schema violations of an item; nothing for an item that follows the schemas of its dataset. Throws a 503 when the checks of
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
    const validate = compile(SCHEMA_OF[field], schema);
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

/** Throws a 400 for an invalid schema, and for a schema that refers to itself for every value. */
export function checkSchema(projectId: string, field: string, schema: unknown): void {
  if (schema != null && check(projectId, compile(field, schema), null) === ENDLESS) {
    throw invalidParameter(field, `no JSON Schema: it ${ENDLESS}`);
  }
}

const ENDLESS = "refers to itself without end";

/** Returns true when a value follows a schema, false when it does not, or the reason why the check cannot tell. */
function check(projectId: string, validate: ValidateFunction, value: unknown): boolean | string {
  const limitMs = Math.ceil(Math.min(MAX_CHECK_MS, budget.left(projectId)));
  if (limitMs === 0) {
    const message = `The schemas of this project have taken ${BUDGET_MS} ms within ${PERIOD_MS / 1_000} s: make them cheaper, or try again later`;
    throw namedError("ServiceUnavailableError", message, { "Retry-After": String(PERIOD_MS / 1_000) });
  }
  try {
    const checked = budget.spend(projectId, () => runWithTimeLimit(limitMs, () => validate(value)));
    return checked === undefined ? `takes longer than ${limitMs} ms on it` : checked.result;
  } catch (error) {
    if (isStackExhausted(error)) return ENDLESS;
    throw error;
  }
}

/** Returns true for an exhausted stack. Items are not nested deeply enough for that: the schema called itself endlessly. */
function isStackExhausted(error: unknown): boolean {
  return (error as { name?: unknown }).name === "RangeError";
}

function compile(field: string, schema: unknown): ValidateFunction {
  if (typeof schema !== "boolean" && !isObject(schema)) throw invalidParameter(field, "a JSON Schema is expected");
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known) return known;
  try {
    const validate = ajvFor(schema).compile(withPlainNumbers(schema) as object);
    if ("$async" in validate) throw new Error("$async schemas are not supported");
    if (compiled.size >= MAX_COMPILED_SCHEMAS) compiled.delete(compiled.keys().next().value ?? "");
    compiled.set(key, validate);
    return validate;
  } catch (error) {
    const reason = isStackExhausted(error) ? `it ${ENDLESS}` : error instanceof Error ? error.message : String(error);
    throw invalidParameter(field, `no JSON Schema: ${reason}`);
  }
}

/** Creates an Ajv for one schema alone, so that the ids of different schemas never collide. */
function ajvFor(schema: unknown): Ajv {
  const options = { strict: false, allErrors: false, logger: false } as const;
  const dialect = isObject(schema) ? String(schema["$schema"]) : "";
  const ajv = dialect.includes("draft-07") ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  return ajv;
}
