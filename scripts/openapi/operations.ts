import type { Document, Operation, Parameter } from "./document.ts";

/** An operation and where it stands in the document. */
export interface Located {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Every operation, in the document's order. */
export function operationsOf(document: Document): Located[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The parameters of an operation, those that are shared included. */
export function parametersOf(document: Document, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) => {
    if (!("$ref" in parameter)) return parameter;
    const shared = document.components.parameters[nameOf(parameter.$ref)];
    if (shared === undefined) throw new Error(`The document has no ${parameter.$ref}.`);
    return shared;
  });
}

/** `X` of `#/components/schemas/X`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
