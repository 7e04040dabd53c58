import type { Part } from "./part.ts";
import type { Project } from "./project.ts";
import { PRELOAD } from "./start-command.ts";

/** Files that describe functions, each with where their variables stand. */
const TEMPLATES: Readonly<Record<string, string>> = {
  "template.yaml": "Globals.Function.Environment.Variables",
  "template.yml": "Globals.Function.Environment.Variables",
  "serverless.yml": "provider.environment",
  "serverless.yaml": "provider.environment",
};

/**
 * Lists what functions on AWS Lambda need. Their files name the functions in too many ways to be changed, and a function that is
 * frozen after its answer has to wait for delivery.
 */
export function lambdaSteps({ names, read }: Project): Part {
  const file = Object.keys(TEMPLATES).find((name) => names.includes(name));
  const where = file === undefined ? "the environment of the function" : `${file}, ${TEMPLATES[file]}`;
  const hints = [
    `End a handler by await flush() of ${PRELOAD}: the platform freezes the function once it has answered.`,
    `Leave ${PRELOAD} and the packages of models out of the bundle (external of esbuild), and deploy them beside it.`,
  ];
  if (file !== undefined && read(file)!.includes(PRELOAD)) return { changes: [], left: [], hints: [] };
  return {
    changes: [],
    left: [`${where}: set NODE_OPTIONS to "--import ${PRELOAD}", and SVC_BASE_URL, SVC_PUBLIC_KEY, SVC_SECRET_KEY`],
    hints,
  };
}
