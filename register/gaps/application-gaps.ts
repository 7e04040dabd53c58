import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { INSTRUMENTATIONS } from "../instrumentations/instrumentation-table.ts";
import { dependenciesOf } from "../doctor/application-packages.ts";
import { findInstalled } from "../doctor/packages.ts";
import type { Check } from "../doctor/report.ts";

/** View of an application's folder, as far as the checks read it. */
interface Application {
  readonly dependencies: readonly string[];
  readonly has: (dependency: string) => boolean;
  /** Returns the major version of an installed package; 0 when it is not installed. */
  readonly majorOf: (dependency: string) => number;
  /** Returns the text of the files in the folder whose names match. Subfolders are not searched. */
  readonly text: (name: RegExp) => string;
}

/** Model calls that the preload does not see: how to recognise them, and what to do. */
interface Gap {
  readonly name: string;
  readonly isIn: (application: Application) => boolean;
  readonly detail: string | ((application: Application) => string);
}

/** Major version of the AI SDK whose calls are recorded in a bundle, too. */
const RECORDED_IN_BUNDLES = 7;

const NEXT_CONFIG = /^next\.config\.[cm]?[jt]s$/;

/** Packages whose calls are recorded, by name. */
const RECORDED = new Set(
  INSTRUMENTATIONS.flatMap(({ purpose, modules }) => (purpose === "observations" ? modules : [])),
);

/** Returns the recorded packages of an application that the configuration of Next.js does not name, so that it bundles them. */
function bundledByNext({ dependencies, majorOf, text }: Application): string[] {
  const config = text(NEXT_CONFIG);
  return dependencies
    .filter((name) => RECORDED.has(name) && !new RegExp(`["']${name}["']`).test(config))
    .filter((name) => name !== "ai" || majorOf(name) < RECORDED_IN_BUNDLES)
    .toSorted();
}

const GAPS: readonly Gap[] = [
  {
    name: "jest",
    isIn: ({ has }) => has("jest"),
    detail: "Calls in its tests are not recorded: it loads modules in a way of its own.",
  },
  {
    name: "vitest",
    isIn: ({ has, text }) => has("vitest") && /vm(?:Threads|Forks)/.test(text(/^vite(?:st)?\.config\.[cm]?[jt]s$/)),
    detail: "Calls in its tests are not recorded with the pools vmThreads and vmForks: use forks or threads.",
  },
  {
    name: "Next.js",
    isIn: (application) => application.has("next") && bundledByNext(application).length > 0,
    detail: (application) =>
      `It bundles ${bundledByNext(application).join(", ")}, whose calls are not recorded there: name them in serverExternalPackages of next.config.`,
  },
  {
    name: "pm2",
    isIn({ text }) {
      const config = text(/^ecosystem\.config\.(?:[cm]?js|json)$/);
      return config.includes("cluster") && config.includes("NODE_OPTIONS") && !config.includes("node_args");
    },
    detail: "In its cluster mode NODE_OPTIONS of env comes too late for Node: name the preload in node_args.",
  },
];

/** Returns a check for each known cause of unseen model calls in this folder. */
export function applicationGaps(folder: string): Check[] {
  const dependencies = new Set(dependenciesOf(folder));
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const application: Application = {
    dependencies: [...dependencies],
    has: (dependency) => dependencies.has(dependency),
    majorOf: (dependency) => Number.parseInt(findInstalled(dependency, folder)?.version ?? "0", 10),
    text: (name) =>
      files
        .filter((file) => name.test(file))
        .map((file) => readFileSync(join(folder, file), "utf8"))
        .join("\n"),
  };
  return GAPS.filter(({ isIn }) => isIn(application)).map(({ name, detail }) => ({
    name,
    outcome: "warning",
    detail: typeof detail === "string" ? detail : detail(application),
  }));
}
