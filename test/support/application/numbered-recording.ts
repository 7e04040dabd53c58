import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { PRELOAD_FILE } from "../paths.ts";
import { killAtEnd } from "./run-application.ts";

/** Process that records numbered observations, see `numbered-recording-child.ts`. */
export interface RecordingProcess {
  /** Number of the next observation; all before it have ended. */
  readonly next: number;
  /** Resolves when all observations before this number have ended. */
  reaches(number: number): Promise<void>;
  /** Resolves when the process has ended by itself or by a signal. */
  ended(): Promise<void>;
  /** Kills the process with SIGKILL, and resolves when it has ended. */
  kill(): Promise<void>;
  /** Sends a signal that does not end the process. */
  signal(signal: NodeJS.Signals): void;
  /** Lets the process end by itself. Resolves with its standard error. */
  end(): Promise<string>;
}

/** Options of the command that starts a recording process. */
export interface RecordingProcessOptions {
  /** Node arguments that preload tracing; by default the built preload. */
  readonly node?: readonly string[];
  /** Command and its arguments that start Node, such as one that sets limits. */
  readonly through?: readonly string[];
}

/** Starts a process that records the observations from `first` on, endlessly when `end` is absent. */
export function record(
  env: Record<string, string>,
  first: number,
  end?: number,
  crash?: string,
  { node = ["--require", PRELOAD_FILE], through = [] }: RecordingProcessOptions = {},
): RecordingProcess {
  const args = [first, end, crash].flatMap((argument) => argument ?? []);
  const program = join(import.meta.dirname, "numbered-recording-child.ts");
  const [command, ...rest] = [...through, process.execPath, ...node, program, ...args.map(String)];
  const child = spawn(command!, rest, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  killAtEnd(child);
  child.stdin.on("error", () => {});
  const stderr = text(child.stderr);
  const closed = once(child, "close");
  let next = first;
  const waiting: Array<{ number: number; resolve: () => void }> = [];
  createInterface(child.stdout).on("line", (line) => {
    next = Number(line) + 1;
    for (const each of waiting) if (next >= each.number) each.resolve();
  });
  return {
    get next() {
      return next;
    },
    reaches: async (number) => {
      if (next >= number) return;
      const early = closed.then(async () => {
        throw new Error(`The process ended at ${next}: ${await stderr}`);
      });
      await Promise.race([new Promise<void>((resolve) => waiting.push({ number, resolve })), early]);
    },
    ended: async () => void (await closed),
    kill: async () => {
      child.kill("SIGKILL");
      await closed;
    },
    signal: (signal) => void child.kill(signal),
    end: async () => {
      child.stdin.end();
      await closed;
      return stderr;
    },
  };
}
