import type { ReactElement } from "react";
import { Link } from "wouter";
import { Text } from "../components/text.tsx";
import { useProject } from "../data/project.tsx";
import { promptsAddress } from "./prompt-addresses.ts";
import { foldersAbove } from "./prompt-folders.ts";

/** Path to a folder of prompts, or to a prompt: each folder above is a link. Nothing for the top. */
export function FolderPath({ folder }: { folder: string }): ReactElement | null {
  const project = useProject();
  if (folder === "") return null;
  return (
    <nav aria-label="Folders">
      <ol className="flex min-w-0 flex-wrap items-center gap-1">
        {[{ label: "All", path: "" }, ...foldersAbove(folder)].map(({ label, path }) => (
          <li key={path} className="flex min-w-0 items-center gap-1">
            <Link href={promptsAddress(project, path)} className="text-link flex max-w-48 min-w-0 hover:underline">
              <Text>{label}</Text>
            </Link>
            <span aria-hidden className="text-soft">
              /
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
