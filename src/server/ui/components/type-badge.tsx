import type { ReactElement } from "react";

/** Colours of the types of observations. Other types are grey. */
const COLOURS: Readonly<Record<string, string>> = {
  GENERATION: "text-violet",
  EMBEDDING: "text-violet",
  AGENT: "text-link",
  CHAIN: "text-link",
  TOOL: "text-green",
  RETRIEVER: "text-green",
  EVALUATOR: "text-amber",
  GUARDRAIL: "text-amber",
};

/** Badge with the type of an observation. */
export function TypeBadge({ type }: { type: string }): ReactElement {
  const colour = COLOURS[type] ?? "text-soft";
  return (
    <span className={`${colour} shrink-0 rounded border border-current px-1 text-[0.65rem] leading-4 font-semibold`}>
      {type}
    </span>
  );
}
