import type { Prompt } from "@svc/core/api";
import { type ReactElement, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { JsonValue } from "../components/json-value.tsx";
import { Problem } from "../components/problem.tsx";
import { Permitted } from "../components/permitted.tsx";
import type { PromptHistory, VersionMeta } from "../data/prompt-history.ts";
import { useProject } from "../data/project.tsx";
import { Section } from "../observation/section.tsx";
import { LabelBadges } from "../prompts/label-badges.tsx";
import { playgroundAddress } from "../prompts/prompt-addresses.ts";
import { CodeLines } from "./code-lines.tsx";
import { DeleteVersion } from "./delete-version.tsx";
import { LabelDialog } from "./label-dialog.tsx";
import { PromptContent } from "./prompt-content.tsx";
import { isEmptyConfig } from "./prompt-text.ts";
import { useVersion } from "./prompt-version.ts";
import { Referrers } from "./referrers.tsx";
import { VersionComparison } from "./version-comparison.tsx";
import { VersionUsage } from "./version-usage.tsx";

interface VersionDetailsProps {
  name: string;
  shown: VersionMeta;
  history: PromptHistory;
}

/** Version of a prompt in full: its content or its differences from another one, and how it is used. */
export function VersionDetails({ name, shown, history }: VersionDetailsProps): ReactElement {
  const project = useProject();
  const { version, labels, commitMessage } = shown;
  const [parameters, setParameters] = useSearchParams();
  const compared = Number(parameters.get("compare"));
  const other = history.versions.find((known) => known.version === compared && compared !== version);
  const { data, error, isPending, refetch } = useVersion(name, version, false);
  return (
    <article aria-busy={isPending}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-base font-semibold">Version {version}</h2>
        <LabelBadges labels={labels} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Link href={playgroundAddress(project, name, version)} className="button">
            Open in playground
          </Link>
          <Permitted change="PATCH /api/public/v2/prompts/:name/versions/:version">
            <LabelDialog name={name} version={version} versions={history.versions} />
          </Permitted>
          <Permitted change="DELETE /api/public/v2/prompts/:promptName">
            <DeleteVersion name={name} version={version} labels={labels} />
          </Permitted>
        </div>
      </div>
      {commitMessage !== null && commitMessage !== "" && (
        <p className="mt-1 break-words">
          <bdi>{commitMessage}</bdi>
        </p>
      )}
      {data !== undefined && data.tags.length > 0 && (
        <p className="text-soft mt-1 break-words">
          tags: <bdi>{data.tags.join(", ")}</bdi>
        </p>
      )}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {history.versions.length > 1 && (
        <label className="mt-3 flex items-center gap-2">
          <span className="text-soft">Compare with</span>
          <select
            className="field"
            value={other?.version ?? ""}
            onChange={({ target: { value } }) =>
              setParameters({ version: String(version), ...(value !== "" && { compare: value }) }, { replace: true })
            }
          >
            <option value="">no other version</option>
            {history.versions
              .filter((known) => known.version !== version)
              .map((known) => (
                <option key={known.version} value={known.version}>
                  version {known.version} {known.labels.length > 0 && `(${known.labels.join(", ")})`}
                </option>
              ))}
          </select>
        </label>
      )}
      {data !== undefined && other !== undefined && <VersionComparison after={data} before={other.version} />}
      {data !== undefined && other === undefined && <Content name={name} prompt={data} />}
      <VersionUsage name={name} version={version} />
      <Referrers referrers={history.referrers} shown={shown} />
      {data !== undefined && <CodeLines prompt={data} />}
    </article>
  );
}

function Content({ name, prompt }: { name: string; prompt: Prompt }): ReactElement {
  const hasReferences = JSON.stringify(prompt.prompt).includes("@@@svcPrompt:");
  const [isWhole, setWhole] = useState(false);
  const whole = useVersion(name, prompt.version, true, isWhole);
  return (
    <>
      <Section title="Content">
        {hasReferences && (
          <label className="mb-2 flex items-center gap-2">
            <input type="checkbox" checked={isWhole} onChange={({ target }) => setWhole(target.checked)} />
            With the texts of the prompts that it refers to
          </label>
        )}
        {isWhole && whole.error !== null && <Problem error={whole.error} onRetry={() => void whole.refetch()} />}
        <PromptContent prompt={(isWhole ? whole.data : undefined)?.prompt ?? prompt.prompt} />
      </Section>
      {!isEmptyConfig(prompt.config) && (
        <Section title="Config">
          <JsonValue value={prompt.config} isOpen />
        </Section>
      )}
    </>
  );
}
