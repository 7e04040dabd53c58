import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FIXTURES } from "../../support/paths.ts";

/** Recorded exchange with the API. */
export interface Recording {
  readonly id: string;
  readonly request: { readonly path: string; readonly body: Readonly<Record<string, unknown>> };
  readonly response: {
    readonly status: number;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly chunks?: readonly string[];
  };
  readonly expected: {
    readonly stopReason: string;
    readonly usage: Readonly<Record<"input" | "output" | "cacheRead" | "cacheWrite", number>>;
  };
}

const FOLDER = join(FIXTURES, "anthropic");

/** Returns every recording, ordered by id. */
export function allRecordings(): Recording[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return names.toSorted().map((name) => {
    const recorded = JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Omit<Recording, "id">;
    return Object.assign(recorded, { id: name.slice(0, -".json".length) });
  });
}
