import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ASKED, formOfAllTests } from "../../support/application/asking-application.ts";
import { folderOfTest } from "../../support/temporary-folder.ts";

const form = formOfAllTests();

const ROOT = join(import.meta.dirname, "../../..");

describe("several preloads", () => {
  it("record a call once: --import, --require, start() and a second copy of the package", async () => {
    const folder = folderOfTest("second-copy");
    await cp(join(ROOT, "register/dist"), join(folder, "dist"), { recursive: true });
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const node = ["--require", "@svc/register", "--import", "@svc/register"];
    const env = { SECOND_COPY: join(folder, "dist/index.cjs") };
    expect(await form.run(node, ["two-copies.cjs"], env)).toEqual(ASKED);
    expect(await form.generations()).toHaveLength(1);
  });
});
