import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** Makes a folder that is removed after the tests of this file, or of this `describe`, and the hooks declared below it. */
export function folderOfAllTests(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `svc-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Makes a folder that is removed at the end of the running test, after its hooks. */
export function folderOfTest(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `svc-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
