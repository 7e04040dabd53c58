import { styleText } from "node:util";

/** Fields of an observation that the tree shows, as the service's API returns them. */
export interface TreeObservation {
  id: string;
  parentObservationId: string | null;
  type: string;
  name: string | null;
  level: string;
  statusMessage: string | null;
  startTime: string;
  input: string | null;
  output: string | null;
  providedModelName: string | null;
  usageDetails: Record<string, number>;
  latency: number | null;
  timeToFirstToken: number | null;
}

/** Returns the observations of a trace as an indented tree, with inputs and outputs cut to the width of the terminal. */
export function renderTree(observations: readonly TreeObservation[], width: number): string {
  const byParent = Map.groupBy(
    observations.toSorted((a, b) => a.startTime.localeCompare(b.startTime)),
    ({ parentObservationId }) => parentObservationId,
  );
  const known = new Set(observations.map(({ id }) => id));
  const roots = observations.filter(({ parentObservationId: parent }) => parent === null || !known.has(parent));
  return roots.flatMap((root) => renderNode(root, byParent, "", "", width)).join("\n");
}

function renderNode(
  observation: TreeObservation,
  byParent: ReadonlyMap<string | null, TreeObservation[]>,
  first: string,
  rest: string,
  width: number,
): string[] {
  const children = byParent.get(observation.id) ?? [];
  const beside = rest + (children.length > 0 ? "│  " : "   ");
  return [
    first + headline(observation),
    ...detail("in ", observation.input, beside, width),
    ...detail("out", observation.output ?? observation.statusMessage, beside, width),
    ...children.flatMap((child, index) => {
      const isLast = index === children.length - 1;
      return renderNode(child, byParent, rest + (isLast ? "└─ " : "├─ "), rest + (isLast ? "   " : "│  "), width);
    }),
  ];
}

function headline({
  type,
  name,
  level,
  providedModelName,
  usageDetails,
  latency,
  timeToFirstToken,
}: TreeObservation): string {
  const { input, output, total } = usageDetails;
  const facts = [
    providedModelName,
    total === undefined ? undefined : `${input ?? 0} → ${output ?? 0} tokens`,
    latency === null ? undefined : `${latency.toFixed(2)} s`,
    timeToFirstToken === null ? undefined : `first token ${timeToFirstToken.toFixed(2)} s`,
  ].filter((fact) => fact != null);
  const title = `${styleText("cyan", type.toLowerCase())} ${styleText("bold", name ?? "(unnamed)")}`;
  const warning = level === "ERROR" ? ` ${styleText("red", level)}` : "";
  return `${title}${warning}  ${styleText("dim", facts.join(" · "))}`;
}

function detail(label: string, value: string | null, indent: string, width: number): string[] {
  if (value === null) return [];
  const line = value.replaceAll(/\s+/g, " ");
  const room = Math.max(20, width - indent.length - label.length - 2);
  const shown = line.length > room ? `${line.slice(0, room - 1)}…` : line;
  return [`${indent}${styleText("dim", label)} ${shown}`];
}
