import type { Document, Operation, Parameter, Schema } from "./document.ts";
import { type Located, nameOf, operationsOf, parametersOf, schemaName, typeName } from "./operations.ts";

/**
 * Returns the module with one type for each operation, for the service: parameters and body as its routes read them, and the
 * JSON of a successful answer. The names of schemas stand for the types that {@link emitTypes} writes.
 */
export function emitOperationTypes(document: Document): string {
  const operations = operationsOf(document).map((located) => typeOfOperation(document, located));
  return [
    `import type * as Types from "@svc/core/api";`,
    "",
    "/** Operation with these types. By default it has no parameters, takes no body and answers without content. */",
    "type Of<Own> = Own & Omit<{ params: object; query: object; body: undefined; answer: undefined }, keyof Own>;",
    "",
    "/**",
    " * Parameters, body and successful answer of each operation. `params` is text as the path has it. `query` has the defaults of",
    " * the document. `body` is undefined for an operation that takes none, and for a request without an optional one.",
    " */",
    `export interface Operations {\n${operations.join("\n")}\n}`,
    "",
  ].join("\n");
}

function typeOfOperation(document: Document, { method, path, operation }: Located): string {
  const parameters = parametersOf(document, operation);
  const params = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `${name}: string`);
  const query = parameters.filter((parameter) => parameter.in === "query").map(queryProperty);
  return [
    `/** \`${method} ${path}\` */`,
    `${operation.operationId}: Of<{`,
    ...(params.length === 0 ? [] : [`  params: { ${params.join("; ")} };`]),
    ...(query.length === 0 ? [] : [`  query: { ${query.join("; ")} };`]),
    ...typed("body", bodyType(operation)),
    ...typed("answer", answerType(operation)),
    "}>;",
  ].join("\n");
}

const typed = (name: string, type: string | undefined): string[] => (type === undefined ? [] : [`  ${name}: ${type};`]);

function queryProperty({ name, required = false, schema }: Parameter): string {
  const isPresent = required || schema.default !== undefined;
  return `${name}${isPresent ? "" : "?"}: ${parameterType(name, schema)}`;
}

/** Returns the type that a query parameter has once its text is read. Throws for a schema that no parameter has had so far. */
function parameterType(name: string, schema: Schema): string {
  if (schema.$ref !== undefined) return typeName(nameOf(schema.$ref));
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => parameterType(name, one)).join(" | ");
  const { type, items } = schema;
  if (type === "string" || type === "boolean" || type === "number") return type;
  if (type === "integer") return "number";
  if (type === "array" && items !== undefined) return `Array<${parameterType(name, items)}>`;
  throw new Error(`The type of the query parameter ${name} is not one of those that operation-types.ts writes.`);
}

function bodyType(operation: Operation): string | undefined {
  const content = operation.requestBody?.content["application/json"];
  // Exports in OTLP are read as bytes.
  if (content === undefined) return undefined;
  const type = typeName(schemaName(content.schema, operation));
  return operation.requestBody?.required ? type : `${type} | undefined`;
}

/** Returns the type of a successful answer: the union of its schemas; undefined for an operation that answers without content. */
function answerType(operation: Operation): string | undefined {
  const names = Object.entries(operation.responses).flatMap(([status, response]) => {
    const schema = "content" in response ? response.content?.["application/json"]?.schema : undefined;
    return status.startsWith("2") && schema !== undefined ? [schemaName(schema, operation)] : [];
  });
  return names.length === 0 ? undefined : [...new Set(names)].map(typeName).join(" | ");
}
