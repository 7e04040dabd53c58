import { existsSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installed } from "../application/installation.ts";
import { ROOT } from "../paths.ts";
import { programOf, ruleOf } from "./block-rules.ts";
import { codeBlocks, USER_PAGES, type CodeBlock } from "./pages.ts";

const LANGUAGES: ReadonlySet<string> = new Set(["js", "ts"]);

/** Blocks of JavaScript and TypeScript in the README and the pages of the site. */
export const PROGRAM_BLOCKS: readonly CodeBlock[] = USER_PAGES.flatMap(codeBlocks).filter(({ language }) =>
  LANGUAGES.has(language),
);

/**
 * Writes blocks as files of TypeScript into a folder of `.build`, those that need an installation beside its packages. `adapt` changes
 * what the machine of the test demands. Returns the file of each block.
 */
export async function writePrograms(
  folder: string,
  blocks: readonly CodeBlock[],
  adapt: (program: string) => string = (program) => program,
): Promise<Map<CodeBlock, string>> {
  const all = join(ROOT, ".build", folder);
  await rm(all, { recursive: true, force: true });
  const files = new Map<CodeBlock, string>();
  for (const block of blocks) {
    const { installation } = ruleOf(block);
    const place = join(all, installation ?? "repository");
    if (!existsSync(place)) {
      await mkdir(place, { recursive: true });
      await writeFile(
        join(place, "tsconfig.json"),
        JSON.stringify({ compilerOptions: { experimentalDecorators: true } }),
      );
      if (installation) await symlink(join(await installed(installation), "node_modules"), join(place, "node_modules"));
    }
    const name = block.page.replace(/^docs\//, "").replace(/\.md$/, "");
    const file = join(place, `${name}-${block.number}.${block.language}.mts`);
    await writeFile(file, adapt(programOf(block)));
    files.set(block, file);
  }
  return files;
}
