import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { configFile } from "./config-file.ts";
import { dockerfileChanges } from "./dockerfile.ts";
import { environmentExample } from "./environment-example.ts";
import { lambdaSteps } from "./lambda.ts";
import { manifestChanges } from "./manifest-edits.ts";
import { nextChanges } from "./next-files.ts";
import type { Change, Part } from "./part.ts";
import { type Framework, type PackageManager, ProjectProblem, readProject, readText } from "./project.ts";

/** Setup of a project for the preload. */
export interface Setup extends Required<Part> {
  readonly folder: string;
  readonly framework: Framework;
  readonly packageManager: PackageManager;
  /** The project in words: package manager, framework, language, modules, image. */
  readonly project: string;
}

const FRAMEWORKS: Readonly<Record<Framework, string>> = {
  next: "Next.js",
  nest: "NestJS",
  lambda: "AWS Lambda",
  node: "Node",
};

/**
 * Finds what a project needs so that the preload records it. Writes nothing: {@link writeSetup} does. A project that is set up needs
 * nothing more.
 *
 * @param folder - Folder with the `package.json` of the application.
 * @param options - `hasConfig`: also makes `svc.config.mjs`, with a mask to begin with.
 * @throws Error when there is no `package.json`, or a file cannot be read.
 */
export function planSetup(folder: string, { hasConfig = false }: { readonly hasConfig?: boolean } = {}): Setup {
  const project = readProject(folder);
  const { framework, packageManager, isTypeScript, isModule } = project;
  const parts: Part[] = [
    manifestChanges(project),
    ...(framework === "next" ? [nextChanges(project)] : []),
    ...(framework === "lambda" ? [lambdaSteps(project)] : []),
    dockerfileChanges(project),
    environmentExample(project),
    ...(hasConfig ? [configFile(project)] : []),
  ];
  const words = [packageManager, FRAMEWORKS[framework], isTypeScript ? "TypeScript" : "JavaScript"];
  return {
    folder: project.folder,
    framework,
    packageManager,
    project: [...words, isModule ? "ES modules" : "CommonJS"].join(", "),
    changes: parts.flatMap(({ changes }) => changes).filter(({ before, after }) => before !== after),
    left: parts.flatMap(({ left }) => left),
    hints: parts.flatMap(({ hints = [] }) => hints),
  };
}

/**
 * Writes the changed and new files of a project.
 *
 * @throws Error when a file has changed since the setup was planned; then nothing is written.
 */
export function writeSetup({ folder, changes }: Pick<Setup, "folder" | "changes">): void {
  const moved = changes.find(({ file, before }) => readText(join(folder, file)) !== before);
  if (moved !== undefined)
    throw new ProjectProblem(`${moved.file} has changed meanwhile. Nothing was written: run this again.`);
  for (const { file, after } of changes) writeFileSync(join(folder, file), after);
}

/** Returns the changes as one unified diff. A new file is one against `/dev/null`. */
export function diffOf(changes: readonly Change[]): string {
  return changes
    .map(({ file, before, after }) =>
      createTwoFilesPatch(
        before === undefined ? "/dev/null" : `a/${file}`,
        `b/${file}`,
        before ?? "",
        after,
        undefined,
        undefined,
        { context: 2, stripTrailingCr: true },
      ).replace(/^=+\n/, ""),
    )
    .join("");
}
