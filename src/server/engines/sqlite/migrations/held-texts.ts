/**
 * Tables whose texts hold media, each with the columns that have texts of people. Each table has a number `seq` and a `projectId`.
 * Released migrations use this list: a further table needs a migration of its own.
 */
export const HELD_TEXTS: Readonly<Record<string, readonly string[]>> = {
  dataset_items: ["input", "expectedOutput", "metadata"],
  datasets: ["description", "metadata"],
  prompt_versions: ["prompt", "config", "commitMessage"],
  comments: ["content"],
  // Evaluators, skills, annotation queues and whatever else is stored as one JSON text.
  documents: ["content"],
};

/** Start of a reference to media within a text. */
export const REFERENCE_START = "@@@svcMedia:";

/** Most characters of the id of media in a reference. */
export const MOST_ID_CHARACTERS = 255;

/** Returns SQL for all texts of a row as one. `row` is a prefix such as `new.`. */
export function textsOf(columns: readonly string[], row: string): string {
  return columns.map((column) => `coalesce(${row}${column}, '')`).join(" || ' ' || ");
}
