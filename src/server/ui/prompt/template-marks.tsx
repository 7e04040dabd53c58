import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import { useProject } from "../data/project.tsx";
import { promptAddress } from "../prompts/prompt-addresses.ts";

/** Variables and other tags of a template, and references to other prompts. */
const MARKS = /(\{\{[^{}]{1,200}\}\}|@@@svcPrompt:[^@]{1,500}@@@)/;

/** Most marks in one text, so that a text made of them stays quick. */
const MOST = 2_000;

/** Returns the text of a template with its variables marked, and its references to other prompts as links. */
export function markTemplate(text: string): ReactNode {
  // Every second part is a mark.
  const parts = text.split(MARKS, MOST * 2 + 1);
  const read = parts.reduce((length, part) => length + part.length, 0);
  return [
    ...parts.map((part, index) => {
      if (index % 2 === 0) return part;
      const key = `${index} ${part}`;
      return part.startsWith("@@@") ? (
        <Reference key={key} tag={part} />
      ) : (
        <span key={key} data-variable className="bg-chosen text-link rounded-sm font-mono">
          {part}
        </span>
      );
    }),
    text.slice(read),
  ];
}

function Reference({ tag }: { tag: string }): ReactElement {
  const project = useProject();
  const [, name = "", at = ""] = /^@@@svcPrompt:name=([^|]*)\|(.*)@@@$/s.exec(tag) ?? [];
  const version = /^version=(\d+)$/.exec(at)?.[1];
  return (
    <Link
      href={promptAddress(project, name, version === undefined ? undefined : Number(version))}
      className="text-violet bg-hover rounded-sm font-mono underline"
    >
      <bdi>{tag}</bdi>
    </Link>
  );
}
