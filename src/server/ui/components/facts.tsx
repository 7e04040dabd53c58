import type { ReactElement, ReactNode } from "react";

/** Facts about what a view shows, each with its label. A fact without a value is left out. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }): ReactElement {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {facts.map(([label, value]) =>
        value == null || value === "" || value === false ? null : (
          <div key={label} className="min-w-0">
            <dt className="text-soft text-xs">{label}</dt>
            <dd className="flex tabular-nums">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
