import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/paths.ts";

const PARTS = ["preload", "client", "service", "page", "images"];
const COLUMNS = ["Part", "Asset", "Way in", "What stops it", "Test"];

const [, model = ""] = /^## Threat model\n(.*?)^## /ms.exec(readFileSync(join(ROOT, "SECURITY.md"), "utf8")) ?? [];
const [header, , ...rows] = model
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe("the threat model of SECURITY.md", () => {
  it("has its columns, and rows for each part", () => {
    expect(header).toEqual(COLUMNS);
    expect(new Set(rows.map(([part]) => part))).toEqual(new Set(PARTS));
  });

  it.each(rows)("%s: %s, by %s, is stopped by %s, as %s shows", (...row) => {
    expect(row).toHaveLength(COLUMNS.length);
    expect(row).not.toContain("");
    const files = row
      .at(-1)!
      .split(", ")
      .map((cell) => /^`(test\/[\w./-]+\.test\.ts)`$/.exec(cell)?.[1] ?? `no test: ${cell}`);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
