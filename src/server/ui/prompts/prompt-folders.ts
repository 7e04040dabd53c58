import type { PromptMeta } from "@svc/core/api";

/** Choice of prompts. Empty texts choose all. */
export interface PromptChoice {
  /** Path with a slash at the end; empty for the top. */
  readonly folder: string;
  /** Part of the name, in any case. */
  readonly search: string;
  readonly label: string;
  readonly tag: string;
}

/** Row of the list: a prompt, or a folder with all that lies below it. */
export type PromptRow =
  | { readonly kind: "prompt"; readonly name: string; readonly prompt: PromptMeta }
  | { readonly kind: "folder"; readonly name: string; readonly prompts: readonly PromptMeta[] };

/**
 * Returns the rows of a folder: its folders, then its prompts. A choice by name, label or tag lists the prompts of all folders below
 * it instead, so that none has to be opened.
 */
export function promptRows(prompts: readonly PromptMeta[], choice: PromptChoice): readonly PromptRow[] {
  const { folder, search, label, tag } = choice;
  const found = prompts.filter(
    ({ name, labels, tags }) =>
      name.startsWith(folder) &&
      name.toLowerCase().includes(search.toLowerCase()) &&
      (label === "" || labels.includes(label)) &&
      (tag === "" || tags.includes(tag)),
  );
  if (search !== "" || label !== "" || tag !== "") return found.map(promptRow);
  const byFolder = Map.groupBy(found, ({ name }) => firstFolder(name.slice(folder.length)));
  const here = byFolder.get("") ?? [];
  byFolder.delete("");
  return [
    ...[...byFolder].map(([name, below]): PromptRow => ({ kind: "folder", name: folder + name, prompts: below })),
    ...here.map(promptRow),
  ];
}

/** Returns the folders above a name, the topmost first: each with its own name and its path, which ends with a slash. */
export function foldersAbove(name: string): ReadonlyArray<{ readonly label: string; readonly path: string }> {
  const parts = name.split("/").slice(0, -1);
  return parts.map((label, index) => ({ label, path: `${parts.slice(0, index + 1).join("/")}/` }));
}

/** Returns the first folder of a path, with its slash; empty for a path without one. */
function firstFolder(path: string): string {
  return path.slice(0, path.indexOf("/") + 1);
}

function promptRow(prompt: PromptMeta): PromptRow {
  return { kind: "prompt", name: prompt.name, prompt };
}
