/** Way in which `test/apps/exit-table` ends, the exit code or signal it then has, and the signal it is sent when it is ready. */
export type ProgramEnding = [ending: string, exit: number | NodeJS.Signals, signal?: NodeJS.Signals];

/** Every kind of end of a process that runs JavaScript. */
export const ENDINGS: ProgramEnding[] = [
  ["nothing left to do", 0],
  ["process.exit()", 3],
  ["an exception nobody catches", 1],
  ["a rejection nobody handles", 1],
  ["an await that never settles", 13],
  ["a signal", "SIGTERM", "SIGTERM"],
  ["a signal", "SIGINT", "SIGINT"],
  ["a signal", "SIGHUP", "SIGHUP"],
  ["a signal the application handles", 5, "SIGTERM"],
  ["a signal the application no longer handles", "SIGTERM", "SIGTERM"],
  ["an exit listener that works", 0],
  ["an exit listener that works, process.exit() in the same turn", 0],
  ["an exit listener that throws", 1],
  ["a worker that ends", 0],
  ["a worker that calls process.exit()", 0],
  ["a worker that throws", 0],
  ["a worker that is terminated", 0],
  ["process.exit() while a worker runs", 0],
];
