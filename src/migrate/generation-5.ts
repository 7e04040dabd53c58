import { ALL_NAMES } from "./names-of-4.ts";
import { REQUEST_PLACEHOLDERS, type RemovedName } from "./removed-names.ts";

/** Declaration of generation 5 that the codemod looks for. */
export interface Found {
  /** Row of the removed name; absent for an operation that only has a new place for its options. */
  readonly row?: RemovedName;
  /** Group and name of an operation of the API. */
  readonly operation?: string;
}

/** Result types of removed names whose members are looked for as well. Everything else is `any`. */
const RESULTS: Readonly<Record<string, string>> = {
  getDataset: "Promise<FetchedDataset>",
  setTraceIO: "this",
};

const found = new Map<string, Found>();

const membersOf = (owner: RemovedName["owner"], type: string): string =>
  ALL_NAMES.filter((row) => row.owner === owner)
    .map((row) => {
      found.set(`${type}.${row.name}`, { row });
      const isField = owner === "experiment result" || owner === "SvcBrowserError";
      return isField ? `${row.name}: any;` : `${row.name}(...args: any[]): ${RESULTS[row.name] ?? "any"};`;
    })
    .join(" ");

/** Groups of the API by the names of their types, each with its members. */
function apiTypes(): string {
  const groups = new Map<string, Set<string>>([["Api", new Set()]]);
  const rows = ALL_NAMES.filter(({ owner }) => owner === "api");
  const operations: ReadonlyArray<readonly [string, Found]> = [
    ...rows.map((row) => [row.name, { row, operation: row.name }] as const),
    ...Object.keys(REQUEST_PLACEHOLDERS).map((operation) => [operation, { operation }] as const),
  ];
  for (const [operation, what] of operations) {
    const path = operation.split(".");
    let type = "Api";
    for (const group of path.slice(0, -1)) {
      groups.get(type)!.add(`${group}: ${type}_${group};`);
      type = `${type}_${group}`;
      if (!groups.has(type)) groups.set(type, new Set());
    }
    groups.get(type)!.add(`${path.at(-1)}(...args: any[]): any;`);
    found.set(`${type}.${path.at(-1)}`, what);
  }
  return Array.from(groups, ([type, members]) => `export interface ${type} { ${[...members].join(" ")} }`).join("\n");
}

const exported = (owners: ReadonlySet<RemovedName["owner"]>): string =>
  ALL_NAMES.filter(({ owner }) => owners.has(owner))
    .map((row) => {
      found.set(`.${row.name}`, { row });
      return /^[a-z]/.test(row.name)
        ? `export declare function ${row.name}(...args: any[]): any;`
        : `export type ${row.name} = any;`;
    })
    .join("\n");

/** Names under the prefix `legacy`: those that lost it, and those that are removed with and without it. */
const legacyNames = (): string =>
  ALL_NAMES.filter(({ owner }) => owner === "legacy" || owner === "type")
    .map((row) => {
      found.set(`legacy.${row.name}`, { row });
      return `export type ${row.name} = any; export const ${row.name}: any;`;
    })
    .join(" ");

const OBSERVATION_CLASSES = "Span Generation Agent Tool Chain Retriever Evaluator Guardrail Embedding".split(" ");

/**
 * Declarations of what the removed names belonged to, for all packages in one. The compiler finds with them what an expression is,
 * whichever generation is installed.
 */
export const DECLARATIONS: string = `
${apiTypes()}
export declare class SvcAPIClient { constructor(...args: any[]); }
export interface SvcAPIClient extends Api {}
export declare class SvcClient {
  constructor(...args: any[]);
  api: SvcAPIClient; prompt: any; media: any; score: any;
  dataset: DatasetManager; experiment: { run(...args: any[]): Promise<ExperimentResult> };
  ${membersOf("SvcClient", "SvcClient")}
}
export declare class DatasetManager { get(...args: any[]): Promise<FetchedDataset>; }
export interface FetchedDataset {
  id: string; name: string; items: FetchedItem[]; runExperiment(...args: any[]): Promise<ExperimentResult>;
}
export interface FetchedItem { id: string; input: any; expectedOutput: any; metadata: any; ${membersOf("dataset item", "FetchedItem")} }
export interface ExperimentResult { itemResults: ItemResult[]; ${membersOf("experiment result", "ExperimentResult")} }
export interface ItemResult { ${membersOf("experiment result", "ItemResult")} }
export declare class SvcBrowserClient { constructor(...args: any[]); }
export declare class SvcBrowserError { message: string; status: any; ${membersOf("SvcBrowserError", "SvcBrowserError")} }
export declare class SvcEvent { ${membersOf("event", "SvcEvent")} }
interface Observing { ${membersOf("observation", "Observing")} update(...args: any[]): this; ${startObservation()} }
${OBSERVATION_CLASSES.map((name) => `export declare class Svc${name} {} export interface Svc${name} extends Observing {}`).join("\n")}
export type SvcObservation = SvcEvent | SvcSpan;
export declare ${startObservation("function ")}
export declare function startActiveObservation<T>(name: string, fn: (event: SvcEvent) => T, options: { asType: "event" }): T;
export declare function startActiveObservation<T>(name: string, fn: (observation: SvcSpan) => T, options?: any): T;
export declare function observe<T>(fn: T, options?: any): T;
export declare function propagateAttributes<T>(attributes: any, fn: () => T): T;
export declare function updateActiveObservation(...args: any[]): any;
export type SvcSpanAttributes = any;
export declare const SvcOtelSpanAttributes: any;
${exported(new Set(["@svc/tracing", "@svc/client", "@svc/browser", "type"]))}
export declare namespace legacy { ${legacyNames()} }
`;

function startObservation(keyword = ""): string {
  const name = `${keyword}startObservation`;
  const event = `${name}(name: string, attributes: any, options: { asType: "event" }): SvcEvent;`;
  return `${event} ${keyword && "export declare "}${name}(name: string, attributes?: any, options?: any): SvcSpan;`;
}

/** Returns what a declaration of generation 5 is to the codemod; undefined for one that did not change. */
export function foundAt(owner: string, name: string): Found | undefined {
  return found.get(`${owner}.${name}`);
}
