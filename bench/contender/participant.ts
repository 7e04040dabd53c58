import type { ContenderName } from "./contender.ts";
import { LINES, type Line } from "./open-telemetry.ts";

/** Contender on a version of OpenTelemetry. */
export interface Participant {
  readonly name: string;
  readonly contender: ContenderName;
  readonly line: Line;
}

const TITLES: Readonly<Record<ContenderName, string>> = {
  otel: "plain OTel",
  svc: "svc",
  peer: "langfuse 5.11.1",
};

/** Contenders that can be installed with each version; the others are compared with the first. */
const CONTENDERS: Readonly<Record<Line, readonly ContenderName[]>> = {
  "otel-2": ["otel", "svc", "peer"],
  "otel-3": ["otel", "svc"],
};

/** All participants, version by version. */
export const PARTICIPANTS: readonly Participant[] = (Object.keys(LINES) as Line[]).flatMap((line) =>
  CONTENDERS[line].map((contender) => ({ name: nameOf(contender, line), contender, line })),
);

/** Returns the name of the participant to compare with: plain OpenTelemetry of the same version. */
export function baseOf({ line }: Participant): string {
  return nameOf("otel", line);
}

function nameOf(contender: ContenderName, line: Line): string {
  return `${TITLES[contender]} (OTel ${LINES[line]})`;
}
