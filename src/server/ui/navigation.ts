import type { ViewName } from "../pages/page-views.ts";

/** Places to go from every view, in the order of the navigation. */
export const NAVIGATION: ReadonlyArray<readonly [label: string, view: ViewName]> = [
  ["Traces", "traces"],
  ["Sessions", "sessions"],
  ["Users", "users"],
  ["Scores", "scores"],
  ["Prompts", "prompts"],
  ["Playground", "playground"],
  ["Datasets", "datasets"],
  ["Experiments", "experiments"],
  ["Annotation", "queues"],
  ["Models", "models"],
];
