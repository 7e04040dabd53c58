import type { Document, Parameter, Schema } from "./document.ts";
import { parametersOf, operationsOf } from "./operations.ts";
import { typesOf } from "./tools.mjs";

/** Returns the module of types: every schema, every query, and an object for each enumeration. */
export async function emitTypes(document: Document): Promise<string> {
  const queries = operationsOf(document).flatMap(({ operation }) => {
    const name = operation["x-request-name"];
    return name === undefined ? [] : [[name, queryOf(parametersOf(document, operation))] as const];
  });
  const schemas: Record<string, Schema> = { ...document.components.schemas, ...Object.fromEntries(queries) };
  const limited = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withLimits(name, schema)]));
  const types = (await typesOf(limited)).map(({ name, doc, type }) => {
    const values = schemas[name]?.enum;
    const lines = [doc];
    if (values === undefined) lines.push(`export type ${name} = ${type.replaceAll(/\{\s+(?!\/|\s)/g, "{ ")};`);
    else {
      lines.push(
        `export const ${name} = { ${values.map((value) => `${keyOf(value)}: "${value}"`).join(", ")} } as const;`,
      );
      lines.push(`export type ${name} = (typeof ${name})[keyof typeof ${name}];`);
    }
    return lines.join("\n");
  });
  return types.join("\n\n");
}

function queryOf(parameters: Parameter[]): Schema {
  const query = parameters.filter((parameter) => parameter.in === "query");
  return {
    type: "object",
    required: query.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      query.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
    ),
  };
}

/** Adds to the description of each property of a request what its type cannot express: limits, format, default. */
function withLimits(name: string, schema: Schema): Schema {
  const { properties } = schema;
  if (properties === undefined || !/(Request|Body)$/.test(name)) return schema;
  const described = Object.entries(properties).map(([name, property]) => {
    const description = [property.description, ...limitsOf(property)].filter(Boolean).join(" ");
    return [name, { ...property, ...(description !== "" && { description }) }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

function limitsOf(schema: Schema): string[] {
  const { format, minimum = "", maximum, minLength = 0, maxLength, minItems = 0, maxItems } = schema;
  return [
    ...(format === "date-time" ? ["ISO 8601."] : []),
    ...(maximum === undefined ? [] : [`${minimum} to ${maximum}.`]),
    ...(maxLength === undefined ? [] : [`${minLength} to ${maxLength} characters.`]),
    ...(maxItems === undefined ? [] : [`${minItems} to ${maxItems} items.`]),
    ...(schema.default === undefined ? [] : [`Default: \`${JSON.stringify(schema.default)}\`.`]),
  ];
}

/** Returns the key of an enumeration's value: `google-vertex-ai` as `GoogleVertexAi`, `PENDING` as `Pending`. */
function keyOf(value: string): string {
  return value
    .split(/[^A-Za-z0-9]+/)
    .map((word) => (/[a-z]/.test(word) ? word : word.toLowerCase()))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}
