import type { Prompt } from "@svc/core/api";
import type { ReactElement } from "react";
import { Problem } from "../components/problem.tsx";
import { TextDiff } from "../components/text-diff.tsx";
import { Section } from "../observation/section.tsx";
import { configText, promptText } from "./prompt-text.ts";
import { useVersion } from "./prompt-version.ts";

/** Differences of a version from another version, given by its number. */
export function VersionComparison({ before, after }: { before: number; after: Prompt }): ReactElement | null {
  const { data, error, refetch } = useVersion(after.name, before, false);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p aria-busy>Reading version {before}…</p>;
  const title = `from version ${before} to version ${after.version}`;
  return (
    <>
      <Section title={`Content ${title}`}>
        <TextDiff label={`Content ${title}`} before={promptText(data)} after={promptText(after)} />
      </Section>
      <Section title={`Config ${title}`}>
        <TextDiff label={`Config ${title}`} before={configText(data.config)} after={configText(after.config)} />
      </Section>
    </>
  );
}
