import {
  attributeTable,
  dataIn,
  mediaFields,
  ownData,
  pick,
  type Answer,
  type Endpoint,
  type Library,
  type Operation,
} from "@svc/instrumentation";
import type { Fields } from "@svc/core/internal";
import { withoutVectors } from "./vectors.ts";

/** Vector database, as the conventions name it. */
export interface Database {
  readonly package: string;
  /** Value of `db.system.name` and `gen_ai.provider.name`. */
  readonly system: string;
  /** Returns the endpoint of an object with searches. */
  readonly endpointOf: (store: unknown) => Endpoint;
}

/** Method that searches a vector database. */
export interface Search {
  /** Returns the fields of the search, with the source of its data as `dataSource`. */
  readonly given: (args: readonly unknown[], store: unknown) => Fields;
  /** Fields that are the input: what is searched for, and what the hits must fulfil. */
  readonly input: readonly string[];
  /** Fields that are recorded as parameters. */
  readonly parameters: readonly string[];
  readonly answer: (data: unknown) => Answer;
}

const REQUEST_ATTRIBUTES = attributeTable([
  ["db.collection.name", "dataSource"],
  ["db.namespace", "namespace"],
]);

/** Returns the operations of the searches of a database, by the names of their methods. */
export function searchOperations(
  database: Database,
  searches: () => Readonly<Record<string, Search>>,
): Readonly<Record<string, Operation>> {
  const library: Library = {
    name: database.package,
    transport: {},
    endpointOf: database.endpointOf,
    requestAttributes: REQUEST_ATTRIBUTES,
    textFields: new Set(),
    mediaFields: mediaFields({}),
  };
  const operation = ([method, search]: [string, Search]): [string, Operation] => [
    method,
    operationOf(library, database, method, search),
  ];
  return Object.fromEntries(Object.entries(searches()).map(operation));
}

function operationOf(
  library: Library,
  { system }: Database,
  method: string,
  { given, input, parameters, answer }: Search,
): Operation {
  return {
    library,
    name: "retrieval",
    type: "retriever",
    subject: "dataSource",
    path: "",
    readsPassed: true,
    attributes: { "db.system.name": system, "db.operation.name": method },
    passedIn: (args, store) => describe(given(args, store), input),
    parameters: new Set(parameters),
    input: (body) => {
      const asked = pick(body, input);
      const [only, ...others] = Object.values(asked);
      return others.length === 0 ? only : asked;
    },
    answer,
    // The vectors of an answer are too long to be copied.
    readsItself: true,
  };
}

/** Returns the fields of a search without vectors. */
function describe(fields: Fields, input: readonly string[]): Fields {
  const described: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    described[name] = input.includes(name) ? withoutVectors(value, name) : dataIn(value);
  }
  return described;
}

/** Returns the named fields of an object that are data of its own. */
export function ownFields(object: unknown, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, ownData(object, name)]));
}
