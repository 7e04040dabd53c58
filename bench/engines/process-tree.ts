import { readdirSync, readFileSync } from "node:fs";

/** Microseconds of one tick, the unit of time in `/proc`. */
const TICK_US = 10_000;

/** Process as `/proc/PID/stat` has it. */
interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/**
 * Returns the CPU time of a process and of all that it has started, those that have ended included, in microseconds. NaN where the
 * system has no `/proc`.
 */
export function cpuOfTree(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  return tree(pid).reduce((sum, { ticks }) => sum + ticks * TICK_US, 0);
}

/** Returns the memory of a process and its children in bytes; pages that several share count once. NaN without `/proc`. */
export function memoryOfTree(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  return tree(pid).reduce((sum, each) => sum + memoryOf(each.pid), 0);
}

function memoryOf(pid: number): number {
  const rollup = readIfThere(`/proc/${pid}/smaps_rollup`);
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
}

function tree(root: number): Stat[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)));
  const byParent = Map.groupBy(all, ({ parent }) => parent);
  const found = all.filter(({ pid }) => pid === root);
  // The list grows while it is read: children follow their parents.
  for (const { pid } of found) found.push(...(byParent.get(pid) ?? []));
  return found;
}

function statOf(pid: number): Stat[] {
  // The name in parentheses can hold spaces. After it, the parent is the 2nd field, and the times of the process and of its ended
  // children are the 12th to 15th.
  const fields = readIfThere(`/proc/${pid}/stat`).split(") ").at(-1)!.split(" ");
  if (fields.length < 15) return [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return [{ pid, parent: Number(fields[1]), ticks }];
}

/** Reads a file of a process, which may have ended meanwhile. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
