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

/** Most letters of a type that a tight badge does not cut. */
const LONGEST = 5;

interface TypeBadgeProps {
  type: string;
  /** True where a narrow window has room only for the first letters. */
  isTight?: boolean;
}

/** Badge with the type of an observation. */
export function TypeBadge({ type, isTight = false }: TypeBadgeProps): ReactElement {
  const colour = COLOURS[type] ?? "text-soft";
  const isCut = isTight && type.length > LONGEST;
  return (
    <span className={`${colour} shrink-0 rounded border border-current px-1 text-[0.65rem] leading-4 font-semibold`}>
      {isCut && (
        <span aria-hidden className="lg:hidden">
          {type.slice(0, 3)}
        </span>
      )}
      <span className={isCut ? "max-lg:sr-only" : ""}>{type}</span>
    </span>
  );
}
