import type { ContenderName } from "./contender.ts";
import { LINES, type Line } from "./installation.ts";

/** One who takes part: a contender on a line of OpenTelemetry. */
export interface Participant {
  readonly name: string;
  readonly contender: ContenderName;
  readonly line: Line;
}

const TITLES: Readonly<Record<ContenderName, string>> = {
  otel: "plain OTel",
  otelByHand: "plain OTel by hand",
  svc: "svc",
  peer: "langfuse 5.11.1",
};

/** The contenders that can be installed on a line; the first is the one the others are compared with. */
const CONTENDERS: Readonly<Record<Line, readonly ContenderName[]>> = {
  "otel-2": ["otel", "otelByHand", "svc", "peer"],
  "otel-3": ["otel", "otelByHand", "svc"],
};

/** Everyone, line by line. */
export const PARTICIPANTS: readonly Participant[] = (Object.keys(LINES) as Line[]).flatMap((line) =>
  CONTENDERS[line].map((contender) => ({ name: nameOf(contender, line), contender, line })),
);

/** Those who differ in how spans are sent. */
export const SENDERS: readonly Participant[] = PARTICIPANTS.filter(({ contender }) => contender !== "otelByHand");

/** Name of the one a participant is compared with: plain OpenTelemetry of the same line. */
export function baseOf({ line }: Participant): string {
  return nameOf("otel", line);
}

function nameOf(contender: ContenderName, line: Line): string {
  return `${TITLES[contender]} (OTel ${LINES[line]})`;
}
