import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dependenciesOf } from "./application-packages.ts";
import type { Check } from "./report.ts";

/** View of an application's folder, as far as the checks read it. */
interface Application {
  readonly has: (dependency: string) => boolean;
  /** Returns the text of the files in the folder whose names match. Subfolders are not searched. */
  readonly text: (name: RegExp) => string;
}

/** Model calls that the preload does not see: how to recognise them, and what to do. */
interface Gap {
  readonly name: string;
  readonly isIn: (application: Application) => boolean;
  readonly detail: string;
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
    isIn: ({ has, text }) => has("next") && !text(/^next\.config\.[cm]?[jt]s$/).includes("serverExternalPackages"),
    detail:
      "It bundles openai, and ai up to version 6, where they are not seen: name them in serverExternalPackages of next.config.",
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
export function knownGaps(folder: string): Check[] {
  const dependencies = new Set(dependenciesOf(folder));
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const application: Application = {
    has: (dependency) => dependencies.has(dependency),
    text: (name) =>
      files
        .filter((file) => name.test(file))
        .map((file) => readFileSync(join(folder, file), "utf8"))
        .join("\n"),
  };
  return GAPS.filter(({ isIn }) => isIn(application)).map(({ name, detail }) => ({ name, outcome: "warning", detail }));
}
