import type { ReactElement } from "react";
import { Link } from "wouter";
import { timeText } from "../components/format.ts";
import type { VersionMeta } from "../data/prompt-history.ts";
import { useProject } from "../data/project.tsx";
import { LabelBadges } from "../prompts/label-badges.tsx";
import { promptAddress } from "../prompts/prompt-addresses.ts";

interface VersionListProps {
  name: string;
  versions: readonly VersionMeta[];
  /** Number of the version that is shown. */
  shown: number;
}

/** Versions of a prompt, the newest first. */
export function VersionList({ name, versions, shown }: VersionListProps): ReactElement {
  const project = useProject();
  return (
    <nav
      aria-label="Versions"
      className="border-line max-h-48 overflow-auto border-b lg:max-h-none lg:w-72 lg:border-r lg:border-b-0"
    >
      <ol>
        {versions.map(({ version, labels, commitMessage, createdAt }) => (
          <li key={version} className={`border-line border-b ${version === shown ? "bg-chosen" : "hover:bg-hover"}`}>
            <Link
              href={promptAddress(project, name, version)}
              {...(version === shown && { "aria-current": "true" as const })}
              className="block px-4 py-2 -outline-offset-2"
            >
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-semibold">Version {version}</span>
                <LabelBadges labels={labels} />
              </span>
              {commitMessage !== null && commitMessage !== "" && (
                <bdi className="line-clamp-2 break-words">{commitMessage}</bdi>
              )}
              <span className="text-soft block text-xs tabular-nums">{timeText(Date.parse(createdAt))}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
