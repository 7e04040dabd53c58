// The checks that keep Node out of the builds for other platforms fail when a part of Node slips in.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "tsdown";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withoutNode } from "../../../scripts/without-node.ts";
import { ROOT } from "../../support/paths.ts";

let folder: string;

beforeEach(() => {
  mkdirSync(join(ROOT, ".build"), { recursive: true });
  folder = mkdtempSync(join(ROOT, ".build/planted-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe("in a build without Node", () => {
  it.each(["node:crypto", "fs"])("an import of %s fails the build, with the file's name", async (module) => {
    const file = join(folder, "planted.ts");
    writeFileSync(file, `import * as planted from "${module}";\nexport const names = Object.keys(planted);\n`);
    const result = build({
      config: false,
      cwd: folder,
      entry: [file],
      platform: "browser",
      plugins: [withoutNode()],
      dts: false,
      logLevel: "silent",
    });
    await expect(result).rejects.toThrow(`planted.ts imports ${module} in a build without Node`);
  });

  it("globals of Node fail the type check", () => {
    const file = join(folder, "planted.ts");
    const uses = ["process.pid", 'Buffer.from("")', "setImmediate(() => {})", "setTimeout(() => {}).unref()"];
    writeFileSync(file, `export const planted = [${uses.join(", ")}];\n`);
    const config = join(folder, "tsconfig.json");
    writeFileSync(config, JSON.stringify({ extends: join(ROOT, "tsconfig.web.json"), files: [file] }));
    const { stdout } = spawnSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", config], {
      encoding: "utf8",
    });
    for (const name of ["'process'", "'Buffer'", "'setImmediate'", "'unref'"]) expect(stdout).toContain(name);
  });
});
