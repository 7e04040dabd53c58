import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { ConfirmButton } from "../components/confirm-button.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { Text } from "../components/text.tsx";
import { Permitted } from "../components/permitted.tsx";
import { type PromptHistory, usePromptHistory } from "../data/prompt-history.ts";
import { useProject } from "../data/project.tsx";
import { FolderPath } from "../prompts/folder-path.tsx";
import { newPromptAddress, promptsAddress } from "../prompts/prompt-addresses.ts";
import { VersionDetails } from "./version-details.tsx";
import { VersionList } from "./version-list.tsx";

/** One prompt: its versions, and one of them in full. */
export function PromptView({ name }: { name: string }): ReactElement {
  const { data, error, isPending, refetch } = usePromptHistory(name);
  return (
    <PageFrame title={name.slice(0, 100)}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <p aria-busy className="p-8">
          Reading the prompt…
        </p>
      )}
      {data !== undefined && <Versions name={name} history={data} />}
    </PageFrame>
  );
}

function Versions({ name, history }: { name: string; history: PromptHistory }): ReactElement {
  const project = useProject();
  const [parameters] = useSearchParams();
  const asked = Number(parameters.get("version"));
  const shown = history.versions.find(({ version }) => version === asked) ?? history.versions[0]!;
  return (
    <>
      <div className="border-line flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-1">
          <FolderPath folder={name.slice(0, name.lastIndexOf("/") + 1)} />
          <h1 className="flex min-w-0 font-semibold">
            <Text>{name.slice(name.lastIndexOf("/") + 1)}</Text>
          </h1>
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Permitted change="DELETE /api/public/v2/prompts/:promptName">
            <DeletePrompt name={name} count={history.versions.length} />
          </Permitted>
          <Permitted change="POST /api/public/v2/prompts">
            <Link href={newPromptAddress(project, name, shown.version)} className="button">
              New version
            </Link>
          </Permitted>
        </div>
      </div>
      {asked > 0 && asked !== shown.version && (
        <p role="status" className="text-amber px-4 py-2">
          There is no version {asked}. This is version {shown.version}.
        </p>
      )}
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <VersionList name={name} versions={history.versions} shown={shown.version} />
        <section
          aria-label="Version"
          tabIndex={0}
          className="min-h-0 min-w-0 flex-1 overflow-auto p-4 -outline-offset-2"
        >
          <VersionDetails key={shown.version} name={name} shown={shown} history={history} />
        </section>
      </div>
    </>
  );
}

function DeletePrompt({ name, count }: { name: string; count: number }): ReactElement {
  const project = useProject();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const removal = useMutation({
    mutationFn: async () => project.api.prompts.delete(name),
    onSuccess: async () => {
      navigate(promptsAddress(project));
      await queries.invalidateQueries({ queryKey: ["prompts", project.id] });
    },
  });
  return (
    <ConfirmButton
      label="Delete prompt"
      confirm={`Delete ${count === 1 ? "its version" : `all ${count} versions`}`}
      action={removal}
    >
      An application that asks for <bdi className="font-mono">{name}</bdi> gets an error, or its fallback. The prompt
      cannot be brought back.
    </ConfirmButton>
  );
}
