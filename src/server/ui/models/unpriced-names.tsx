import type { ReactElement } from "react";
import type { ModelUse } from "../../query/model-use.ts";
import { countText } from "../components/format.ts";
import { Permitted } from "../components/permitted.tsx";
import { USE_DAYS } from "../data/model-use.ts";
import { ModelDialog } from "./model-dialog.tsx";

/** Names without prices that calls had, each with a button that gives it prices. */
export function UnpricedNames({ use }: { use: readonly ModelUse[] }): ReactElement | null {
  const names = use.filter(({ modelId }) => modelId === null);
  return names.length === 0 ? null : (
    <section aria-label="Names without prices" className="px-4 pb-2">
      <h2 className="mb-1 font-semibold">No model matches these names of the last {USE_DAYS} days</h2>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {names.slice(0, 20).map(({ name, calls, tokens }) => (
          <li key={name} className="flex min-w-0 flex-wrap items-center gap-2">
            <bdi className="min-w-0 break-all">{name.slice(0, 100)}</bdi>
            <span className="text-soft whitespace-nowrap">
              {countText(calls)} {calls === 1 ? "call" : "calls"}
              {tokens > 0 && `, ${countText(tokens)} tokens`}
            </span>
            <Permitted change="POST /api/public/models">
              <ModelDialog label="Add prices" name={name} />
            </Permitted>
          </li>
        ))}
      </ul>
    </section>
  );
}
