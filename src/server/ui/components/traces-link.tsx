import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import type { FilterTerm } from "../../query/filter-condition.ts";
import { useProject } from "../data/project.tsx";

/** Link to the list of the traces that meet some conditions. */
export function TracesLink({
  conditions,
  children,
}: {
  conditions: readonly FilterTerm[];
  children: ReactNode;
}): ReactElement {
  const { path } = useProject();
  return (
    <Link
      href={`${path}/traces?filter=${encodeURIComponent(JSON.stringify(conditions))}`}
      className="text-link underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
