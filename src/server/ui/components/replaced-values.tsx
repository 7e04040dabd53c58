import type { ReplacedScoreV3, ScoreV3 } from "@svc/core/api";
import type { ReactElement } from "react";
import type { NameOf } from "../data/authors.ts";
import { timeText } from "./format.ts";
import { Text } from "./text.tsx";

/** Callers that write scores, for people. */
const WRITERS: Readonly<Record<string, string>> = {
  PUBLIC_KEY: "a web page",
  KEY_PAIR: "a program",
  PERSON: "a person",
};

/** Values that a score had before, with who gave them and when. Nothing for a score that replaced none. */
export function ReplacedValues({ score, nameOf }: { score: ScoreV3; nameOf: NameOf }): ReactElement | null {
  const { history = [] } = score;
  if (history.length === 0) return null;
  return (
    <details>
      <summary className="text-link cursor-pointer leading-6">
        {history.length === 1 ? "1 earlier value" : `${history.length} earlier values`}
      </summary>
      <ul className="text-soft text-xs">
        {history.map((replaced) => (
          <li key={replaced.replacedAt} className="break-words">
            <Text>{String(replaced.value)}</Text> by <bdi>{giverOf(replaced, nameOf)}</bdi>, until{" "}
            {timeText(Date.parse(replaced.replacedAt))}
            {replaced.comment !== null && <bdi> · {replaced.comment.slice(0, 300)}</bdi>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Returns the source of a score for people, and that a web page sent it: everyone who opens the page can. */
export function sourceText({ source, writtenBy }: ScoreV3): string {
  return writtenBy?.kind === "PUBLIC_KEY" ? `${source}, web page` : source;
}

function giverOf({ authorUserId, writtenBy }: ReplacedScoreV3, nameOf: NameOf): string {
  if (authorUserId !== null) return nameOf(authorUserId);
  return WRITERS[writtenBy?.kind ?? ""] ?? "an unknown writer";
}
