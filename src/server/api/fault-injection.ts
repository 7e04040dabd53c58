import type { MiddlewareHandler } from "hono";
import { HttpError } from "../http/http-errors.ts";
import type { ServiceEnvironment } from "./service.ts";

/** Fault that the service injects, for tests of clients. */
export interface Fault {
  /**
   * Kind of fault. `delay`: the answer comes late. `429`, `503`: the answer has that status. `drop`: the connection ends
   * without an answer. `crash`: the writer thread ends in the middle of its work, and the service answers the writes it held
   * with 503.
   */
  kind: "delay" | "429" | "503" | "drop" | "crash";
  /** Prefix of the paths that the fault applies to. Default `/api/`. */
  path: string;
  /** Number of requests that the fault applies to. Default: all. */
  times: number;
  /** Delay of the answer, in milliseconds. Default 1000. */
  ms: number;
  /** Seconds in the `Retry-After` header of a 429 or 503; null for no header. */
  retryAfter: number | null;
}

const KINDS: ReadonlyArray<Fault["kind"]> = ["delay", "429", "503", "drop", "crash"];

/** Reads a fault such as `delay:ms=2000` or `429:retry-after=1,times=2,path=/api/public/scores`. Throws for any other text. */
export function parseFault(text: string): Fault {
  const [name = "", rest = ""] = text.split(/:(.*)/s, 2);
  const kind = KINDS.find((known) => known === name);
  if (kind === undefined)
    throw new Error(`--fault ${text}: ${KINDS.join(", ")} is expected, with options behind a colon.`);
  const fault: Fault = { kind, path: "/api/", times: Infinity, ms: 1_000, retryAfter: null };
  for (const option of rest.split(",").filter((part) => part !== "")) {
    const [key = "", value = ""] = option.split(/=(.*)/s, 2);
    setOption(fault, key, value, text);
  }
  return fault;
}

function setOption(fault: Fault, key: string, value: string, text: string): void {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : undefined;
  if (key === "path" && value.startsWith("/")) fault.path = value;
  else if (key === "times" && number !== undefined) fault.times = number;
  else if (key === "ms" && number !== undefined) fault.ms = number;
  else if (key === "retry-after" && number !== undefined) fault.retryAfter = number;
  else throw new Error(`--fault ${text}: path=/…, times=N, ms=N and retry-after=N are the options.`);
}

/** Returns middleware that injects the faults, each for its number of requests. */
export function injectFaults(
  faults: readonly Fault[],
  crashWriter: () => Promise<void>,
): MiddlewareHandler<ServiceEnvironment> {
  const left = faults.map((fault) => ({ ...fault }));
  return async (context, next) => {
    for (const fault of left) {
      if (fault.times <= 0 || !context.req.path.startsWith(fault.path)) continue;
      fault.times -= 1;
      switch (fault.kind) {
        case "delay":
          await new Promise((resolve) => setTimeout(resolve, fault.ms));
          break;
        case "drop":
          context.env.incoming.socket.destroy();
          return context.body(null);
        case "crash":
          // Not awaited: the next write goes down with the writer.
          void crashWriter();
          break;
        case "429":
        case "503":
          throw faultAnswer(fault);
      }
    }
    return next();
  };
}

function faultAnswer({ kind, retryAfter }: Fault): HttpError {
  const headers = retryAfter === null ? {} : { "Retry-After": String(retryAfter) };
  if (kind === "503")
    return new HttpError(503, { message: "Service Unavailable", error: "ServiceUnavailableError" }, headers);
  const details = retryAfter === null ? {} : { details: { retryAfterSeconds: retryAfter } };
  return new HttpError(429, { message: "Rate limit exceeded", code: "rate_limited", ...details }, headers);
}
