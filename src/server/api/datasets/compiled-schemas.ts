import { withPlainNumbers } from "@svc/core/internal";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject } from "../../http/json.ts";

/** Most schemas of a project that stay compiled, and most projects that have such. A project never takes those of another. */
const MAX_SCHEMAS = 10;
const MAX_PROJECTS = 20;

const compiled = new Map<string, Map<string, ValidateFunction>>();

/**
 * Returns the check that a JSON Schema stands for: the one that the project compiled before, or what `compile` makes. A compiled schema of
 * 65,536 characters takes some 2 MB of memory.
 */
export function compiledSchema(projectId: string, schema: unknown, compile: () => ValidateFunction): ValidateFunction {
  const key = JSON.stringify(schema);
  const ofProject = compiled.get(projectId) ?? new Map<string, ValidateFunction>();
  const validate = ofProject.get(key) ?? compile();
  keepNewest(ofProject, key, validate, MAX_SCHEMAS);
  keepNewest(compiled, projectId, ofProject, MAX_PROJECTS);
  return validate;
}

/** Compiles a JSON Schema of draft 7 or 2020-12. Throws for what is none. */
export function compileSchema(schema: unknown): ValidateFunction {
  const validate = ajvFor(schema).compile(withPlainNumbers(schema) as object);
  if ("$async" in validate) throw new Error("$async schemas are not supported");
  return validate;
}

/** Creates an Ajv for one schema alone, so that the ids of different schemas never collide. */
function ajvFor(schema: unknown): Ajv {
  // Optimized code takes twice the time to compile.
  const options = { strict: false, allErrors: false, logger: false, code: { optimize: false } } as const;
  const dialect = isObject(schema) ? String(schema["$schema"]) : "";
  const ajv = dialect.includes("draft-07") ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  return ajv;
}

function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value, limit: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > limit && oldest !== undefined) map.delete(oldest);
}
