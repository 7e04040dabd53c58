import type { Document, Operation } from "./document.ts";
import { type Located, operationsOf, parametersOf, schemaName, typeName } from "./operations.ts";

/** Names of a group of operations in code. */
interface Group {
  /** Dotted name, such as `unstable.dashboards`. */
  readonly name: string;
  readonly className: string;
  readonly doc: string;
}

/** Returns the module of groups: a class for each group of operations, and one that holds all groups. */
export function emitGroups(document: Document): string {
  const groups = document.tags.map(({ name, description }): Group => {
    const className = `${name.split(".").map(capital).join("")}Group`;
    return { name, className, doc: `/** ${description} */` };
  });
  const classes = groups.map(({ name, className, doc }) => {
    const methods = operationsOf(document).filter(({ operation }) => operation.tags[0] === name);
    return [
      doc,
      `export class ${className} extends Group {`,
      methods.map((located) => methodOf(document, located)).join("\n\n"),
      "}",
    ].join("\n");
  });
  const nested = Map.groupBy(
    groups.filter(({ name }) => name.includes(".")),
    ({ name }) => name.split(".")[0]!,
  );
  for (const [parent, children] of nested) {
    const doc = "/** Operations that may change without notice. */";
    classes.push(
      `${doc}\nexport class ${capital(parent)}Group extends Groups {\n${children.map(getterOf).join("\n\n")}\n}`,
    );
    groups.push({ name: parent, className: `${capital(parent)}Group`, doc });
  }
  const getters = groups.filter(({ name }) => !name.includes(".")).map(getterOf);
  return [
    `import { Group, Groups, type NoRequest } from "./group.ts";`,
    `import type { RequestOptions } from "./request-options.ts";`,
    `import type { APIPromise } from "./api-promise.ts";`,
    `import type * as Types from "./types.ts";`,
    "",
    classes.join("\n\n"),
    "",
    `/** Every group of operations. */`,
    `export class APIGroups extends Groups {\n${getters.join("\n\n")}\n}`,
    "",
  ].join("\n");
}

function getterOf({ name, className, doc }: Group): string {
  return `${doc}\nget ${name.split(".").at(-1)!}(): ${className} { return this.group(${className}); }`;
}

function methodOf(document: Document, { method, path, operation }: Located): string {
  const name = operation.operationId.split("_").at(-1)!;
  const parameters = parametersOf(document, operation);
  const inPath = parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ name, schema }) => `${name}: ${schema.type === "integer" ? "number" : "string"}`);
  const request = requestOf(parameters, operation);
  const result = resultOf(operation);
  const segments = path.split("/").slice(3);
  const where = segments.map((segment) => (segment.startsWith("{") ? segment.slice(1, -1) : `"${segment}"`)).join(", ");
  const send = result === "void" ? "sendForNothing" : "send";
  return [
    `/** ${operation.summary} \`${method} ${path}\` */`,
    `${name}(${[...inPath, request.parameter, "options?: RequestOptions"].join(", ")}): APIPromise<${typeName(result)}> {`,
    `  return this.${send}("${method}", [${where}], ${request.sent}, options);`,
    "}",
  ].join("\n");
}

function requestOf(parameters: Array<{ in: string; required?: boolean }>, operation: Operation) {
  const query = operation["x-request-name"];
  const body = operation.requestBody;
  if (query === undefined && body === undefined) return { parameter: "_request?: NoRequest", sent: "{}" };
  if (query !== undefined && body !== undefined) {
    throw new Error(`${operation.operationId} has a query and a body; a request object holds one of them.`);
  }
  const isRequired = body?.required ?? parameters.some((parameter) => parameter.in === "query" && parameter.required);
  const type = query ?? schemaName(body?.content["application/json"]?.schema, operation);
  return {
    parameter: `request: ${typeName(type)}${isRequired ? "" : " = {}"}`,
    sent: query === undefined ? "{ body: request }" : "{ query: request }",
  };
}

function resultOf(operation: Operation): string {
  const named = operation["x-response-name"];
  if (named !== undefined) return named;
  const names = Object.entries(operation.responses).flatMap(([status, response]) =>
    status.startsWith("2") && "content" in response
      ? [schemaName(response.content?.["application/json"]?.schema, operation)]
      : [],
  );
  const [name, ...others] = new Set(names);
  if (name === undefined || others.length > 0) {
    throw new Error(`${operation.operationId} has no single result; x-response-name has to name its type.`);
  }
  return name;
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
