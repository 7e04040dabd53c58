import { VIEW_PATHS } from "../../pages/page-views.ts";
import type { Project } from "../data/project.tsx";

/** Returns the address of the list of prompts, of one folder when `folder` is given. */
export function promptsAddress({ path }: Project, folder: string = ""): string {
  return path + VIEW_PATHS.prompts + (folder === "" ? "" : `?folder=${encodeURIComponent(folder)}`);
}

/** Returns the address of a prompt, with the version that it shows. */
export function promptAddress({ path }: Project, name: string, version?: number): string {
  const base = path + VIEW_PATHS.prompt.replace(":promptName", encodeURIComponent(name));
  return version === undefined ? base : `${base}?version=${version}`;
}

/** Returns the address of the form for a new version of a prompt, or for a new prompt. */
export function newPromptAddress({ path }: Project, name?: string, version?: number): string {
  const given = new URLSearchParams();
  if (name !== undefined) given.set("name", name);
  if (version !== undefined) given.set("version", String(version));
  return path + VIEW_PATHS.newPrompt + (given.size > 0 ? `?${given.toString()}` : "");
}

/** Returns the address of the playground with a version of a prompt. */
export function playgroundAddress({ path }: Project, name: string, version: number): string {
  const given = new URLSearchParams({ prompt: name, version: String(version) });
  return `${path}${VIEW_PATHS.playground}?${given.toString()}`;
}
