import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { Rejections } from "./unhandled-rejections-child.ts";

const PROGRAM = join(import.meta.dirname, "unhandled-rejections-child.ts");

const REPORTED = { unhandled: ["Error: broken"], handledLater: 0 };
const NOTHING = { unhandled: [], handledLater: 0 };

describe("unhandled rejections are the same as without the observation", () => {
  let report: Record<string, Record<string, Rejections>> = {};

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", PROGRAM]);
    report = JSON.parse(stdout) as typeof report;
  });

  const table: Array<[scenario: string, bare: Rejections]> = [
    ["a failing promise nobody waits for", REPORTED],
    ["a failing promise that is caught", NOTHING],
    ["a failing promise with then and nothing to catch it", REPORTED],
    ["a failing promise with two branches, one of them caught", REPORTED],
    ["a failing promise with finally", REPORTED],
    ["a failing promise caught too late", { unhandled: ["Error: broken"], handledLater: 1 }],
    ["a failing promise of another class nobody waits for", REPORTED],
    ["a failing promise of another class that is caught", NOTHING],
    ["a failing promise of another class with then", REPORTED],
    ["a lazy thenable nobody asks", NOTHING],
    ["a lazy thenable that is caught", NOTHING],
    ["a failing async generator that is caught", NOTHING],
    ["a failing async generator read by hand", REPORTED],
  ];

  it.each(table)("%s", (scenario, bare) => {
    expect(report[scenario]).toEqual({ bare, observe: bare, startActiveObservation: bare });
  });

  it("covers every scenario", () => {
    expect(Object.keys(report)).toEqual(table.map(([scenario]) => scenario));
  });
});
