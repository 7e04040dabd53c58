import { parsedContent } from "@svc/core/internal/messages";
import type { ObservationV2 } from "@svc/core/api";
import { type ReactElement, useDeferredValue, useMemo, useState } from "react";
import { findValues } from "./find-values.ts";

/** Fewest characters of a search: fewer are found nearly everywhere. */
const FEWEST = 2;

/** Search in all values of an observation, folded or not. Shows where the text stands. */
export function ObservationSearch({ observation }: { observation: ObservationV2 }): ReactElement {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const isWanted = wanted.length >= FEWEST;
  const whole = useMemo(
    () =>
      isWanted
        ? { ...observation, input: parsedContent(observation.input), output: parsedContent(observation.output) }
        : undefined,
    [observation, isWanted],
  );
  const found = useMemo(() => (whole === undefined ? undefined : findValues(whole, wanted)), [whole, wanted]);
  return (
    <div role="search" className="mt-3">
      <input
        type="search"
        aria-label="Search in this observation"
        placeholder="Search in this observation"
        className="field w-full max-w-md"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <span role="status" className="text-soft ml-2">
        {found && `${found.total.toLocaleString("en")} found`}
      </span>
      {found && found.values.length > 0 && (
        <ul
          aria-label="Found values"
          className="border-line mt-2 max-h-72 overflow-auto rounded-md border"
          tabIndex={0}
        >
          {found.values.map(({ path, excerpt: [before, place, after] }, index) => (
            <li key={`${index} ${path}`} className="border-line border-b px-2 py-1 last:border-b-0">
              <bdi className="text-soft block font-mono text-xs [overflow-wrap:anywhere]">{path.slice(0, 500)}</bdi>
              <bdi className="[overflow-wrap:anywhere]">
                {before}
                <mark>{place}</mark>
                {after}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
