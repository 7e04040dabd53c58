import type { Prompt } from "@svc/core/api";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { Permitted } from "../components/permitted.tsx";
import { PromptForm } from "./prompt-form.tsx";
import { useVersion } from "./prompt-version.ts";

/** Form for a new prompt, or for the next version of the prompt that the address names. */
export function NewPromptView(): ReactElement {
  const [parameters] = useSearchParams();
  const name = parameters.get("name");
  const version = Number(parameters.get("version"));
  const hasBase = name !== null && version >= 1;
  return (
    <PageFrame title={name === null ? "New prompt" : "New version"}>
      {hasBase ? <NextVersion name={name} version={version} /> : <Page base={undefined} />}
    </PageFrame>
  );
}

function NextVersion({ name, version }: { name: string; version: number }): ReactElement {
  const { data, error, refetch } = useVersion(name, version, false);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <p aria-busy className="p-8">
        Reading the prompt…
      </p>
    );
  }
  return <Page base={data} />;
}

function Page({ base }: { base: Prompt | undefined }): ReactElement {
  return (
    <div className="min-h-0 flex-1 overflow-auto p-4">
      <h1 className="mb-3 flex flex-wrap gap-x-2 font-semibold">
        {base === undefined ? (
          "New prompt"
        ) : (
          <>
            New version of <bdi className="break-all">{base.name}</bdi>
            <span className="text-soft font-normal">from version {base.version}</span>
          </>
        )}
      </h1>
      <Permitted change="POST /api/public/v2/prompts" isExplained>
        <PromptForm base={base} />
      </Permitted>
    </div>
  );
}
