import { parseExactJson, type ReadObservation } from "@svc/core/internal";
import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { parseArgs } from "node:util";
import { CommandProblem, type TerminalCommand, UsageProblem } from "./command.ts";
import { readEvents } from "./event-stream.ts";
import { clockText, costText, countText, secondsText } from "./figures.ts";
import { ServiceReads } from "./reads.ts";
import { type Screen, screenOf } from "./screen.ts";
import { cut, pad, plain } from "./text.ts";

const USAGE = `Usage: svc tail [options]

Prints every observation at the moment the local service stores it, until Ctrl-C.

  --errors     only failed observations
  --type TYPE  only observations of a type, such as generation
  --json       print each observation as one line of JSON
`;

const OPTIONS = {
  errors: { type: "boolean" },
  type: { type: "string" },
  json: { type: "boolean" },
} as const;

/** Pause before the stream is opened again, in milliseconds. */
const PAUSE_MS = 1_000;

/** Columns of the type: the longest types have nine letters. */
const TYPE_COLUMNS = 10;

/** Command that prints observations as they are stored. */
export const tailCommand: TerminalCommand = { usage: USAGE, run: runTail };

async function runTail(parameters: string[]): Promise<number> {
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const type = values.type?.toUpperCase();
  if (type !== undefined && !/^[A-Z]+$/.test(type))
    throw new UsageProblem(`--type ${values.type}: a name is expected.`);
  const screen = screenOf();
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
  const isShown = ({ level, type: own }: ReadObservation): boolean =>
    (!values.errors || level === "ERROR") && (type === undefined || own === type);
  const show = values.json
    ? (observation: ReadObservation) => screen.print(JSON.stringify(observation))
    : (observation: ReadObservation) => screen.print(observationLine(observation, screen));
  try {
    for await (const observation of follow(new ServiceReads(), ending.signal)) {
      if (!isShown(observation)) continue;
      show(observation);
      if (process.stdout.writableNeedDrain) await once(process.stdout, "drain", { signal: ending.signal });
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
  return 0;
}

/** Reads observations as they are stored. Opens the stream again where it was when it breaks. */
async function* follow(reads: ServiceReads, signal: AbortSignal): AsyncGenerator<ReadObservation> {
  let last: string | undefined;
  let isOpen = false;
  for (;;) {
    try {
      const headers = { accept: "text/event-stream", ...(last !== undefined && { "last-event-id": last }) };
      const { body } = await openStream(reads, { headers, signal });
      process.stderr.write(isOpen ? "svc: connected again\n" : "svc: waiting for observations; Ctrl-C ends\n");
      isOpen = true;
      for await (const { id, name, data } of readEvents(body)) {
        last = id ?? last;
        if (name === "observation") yield parseExactJson(data) as ReadObservation;
      }
    } catch (error) {
      // A service that was never there is a mistake; one that was there may come back.
      if (!isOpen || signal.aborted) throw error;
    }
    process.stderr.write("svc: the connection ended; trying again\n");
    await after(PAUSE_MS, undefined, { signal });
  }
}

async function openStream(
  reads: ServiceReads,
  options: { headers: Record<string, string>; signal: AbortSignal },
): Promise<{ body: ReadableStream<Uint8Array> }> {
  const { body, headers } = await reads.ask("/api/local/observations/events", {}, options);
  if (body !== null && headers.get("content-type")?.includes("text/event-stream")) return { body };
  throw new CommandProblem(
    `${reads.service.baseUrl} sends no observations as they are stored: only the local service does.`,
  );
}

function observationLine(observation: ReadObservation, { columns, paint }: Screen): string {
  const { startTime, type, name, level, traceId, providedModelName, totalCost, latency, usageDetails } = observation;
  const facts = [
    providedModelName === null ? "" : plain(providedModelName),
    usageDetails?.["total"] === undefined ? "" : `${countText(usageDetails["total"]) || "0"} tokens`,
    costText(totalCost ?? 0),
    latency == null ? "" : secondsText(latency),
    plain(traceId),
  ];
  const head = `${clockText(startTime)}  ${pad(plain(type).toLowerCase(), TYPE_COLUMNS)}  `;
  const tail = facts.filter((fact) => fact !== "").join(" · ");
  const isFailed = level === "ERROR";
  const room = Math.max(20, columns - head.length - tail.length - (isFailed ? 10 : 2));
  const title = cut(plain(name ?? "") || "(unnamed)", room);
  return `${paint("cyan", head)}${paint("bold", title)}${isFailed ? paint("red", "  FAILED") : ""}  ${paint("dim", tail)}`;
}
