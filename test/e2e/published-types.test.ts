import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { manifestOf, publishedFolders } from "../../scripts/packages/published-packages.ts";
import { TYPESCRIPT_VERSIONS } from "../../scripts/tested-platforms.ts";
import { type CompilerLine, OTHERS, TypeProject } from "../../scripts/types/type-project.ts";

const LINES = Object.keys(TYPESCRIPT_VERSIONS) as CompilerLine[];
const ENDS = [LINES[0]!, LINES.at(-1)!];

describe("the types of the packed packages, under strict and exactOptionalPropertyTypes", () => {
  let project: TypeProject;
  beforeAll(async () => void (project = await TypeProject.create(ENDS)), 240_000);
  afterAll(() => project?.remove());

  it("are tried beside every package that one of them names as a peer", () => {
    const peers = publishedFolders().flatMap((folder) => Object.keys(manifestOf(folder).peerDependencies ?? {}));
    expect([...new Set(peers)].filter((name) => OTHERS[name] === undefined)).toEqual([]);
  });

  // `npm run test:types` compiles with every line, in every module setting.
  it.each(ENDS)(
    "compile with TypeScript %s",
    async (line) => {
      expect(await project.errors(line, "node16")).toEqual([]);
    },
    240_000,
  );

  it("are compiled: what a package lacks is an error of the application", async () => {
    await rm(project.pathOf("node_modules/@svc/browser/dist/index.d.cts"));
    expect((await project.errors(ENDS[1]!, "node16")).join("\n")).toMatch(
      /^entries\.cts\(\d+,\d+\): error TS7016: .*@svc\/browser/,
    );
  }, 240_000);
});
