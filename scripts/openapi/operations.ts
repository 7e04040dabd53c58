import type { Document, Operation, Parameter, Schema } from "./document.ts";

/** Operation with its place in the document. */
export interface Located {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Returns every operation, in the document's order. */
export function operationsOf(document: Document): Located[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Returns the parameters of an operation, shared ones included. */
export function parametersOf(document: Document, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) => {
    if (!("$ref" in parameter)) return parameter;
    const shared = document.components.parameters[nameOf(parameter.$ref)];
    if (shared === undefined) throw new Error(`The document has no ${parameter.$ref}.`);
    return shared;
  });
}

/** Returns `X` of `#/components/schemas/X`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** Returns the name of a schema among the components. Throws for a schema that is written where it is used. */
export function schemaName(schema: Schema | undefined, { operationId }: Operation): string {
  if (schema?.$ref === undefined)
    throw new Error(`A schema of ${operationId} has no name: put it among the components.`);
  return nameOf(schema.$ref);
}

/** Returns the type of a schema in a module that imports the types of all schemas as `Types`. */
export function typeName(name: string): string {
  return name === "void" ? "void" : `Types.${name}`;
}
