import { build } from "esbuild";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ASKED, formOfAllTests } from "../../support/application/asking-application.ts";
import { folderOfTest } from "../../support/temporary-folder.ts";

const form = formOfAllTests();

/** Lines that an ES module bundle needs for the CommonJS code in it. */
const BANNER = `
  import { createRequire as requireFrom } from "node:module";
  import { fileURLToPath as pathOf } from "node:url";
  const require = requireFrom(import.meta.url);
  const __filename = pathOf(import.meta.url);
  const __dirname = pathOf(new URL(".", import.meta.url));`;

describe("start() of @svc/register/start in an application bundled into one file", () => {
  it.each(["cjs", "esm"] as const)("records calls in a bundle by esbuild, %s", async (format) => {
    const folder = folderOfTest("bundled");
    const outfile = join(folder, format === "cjs" ? "bundle.cjs" : "bundle.mjs");
    await build({
      entryPoints: [join(import.meta.dirname, "../../apps/forms/bundled.mjs")],
      outfile,
      bundle: true,
      platform: "node",
      format,
      logLevel: "silent",
      ...(format === "esm" && {
        banner: {
          js: BANNER,
        },
      }),
    });
    const before = (await form.service.observations({ name: "by hand" })).length;
    expect(await form.run([], [outfile])).toEqual({ ...ASKED, stdout: "" });
    const stored = await form.service.observations({ name: "by hand" });
    expect(stored).toHaveLength(before + 1);
    expect(stored.at(-1)).toMatchObject({ type: "SPAN", input: "in", output: "out" });
  });
});
