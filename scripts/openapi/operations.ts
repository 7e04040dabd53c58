import type { Document, Operation, Parameter } from "./document.ts";

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
