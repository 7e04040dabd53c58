import type { ObservationV2 } from "@svc/core/api";
import { type FormEvent, type ReactElement, useEffect, useState } from "react";
import { Link } from "wouter";
import { Permitted } from "../components/permitted.tsx";
import { PLACEHOLDER } from "../conversation/edited-message.ts";
import { MessageListEditor } from "../conversation/message-list-editor.tsx";
import { useProject } from "../data/project.tsx";
import { lackingRole } from "../data/permitted.ts";
import { type Connection, useConnections } from "../data/playground.ts";
import { promptAddress } from "../prompts/prompt-addresses.ts";
import { ModelChoice } from "./model-choice.tsx";
import { ParameterFields } from "./parameter-fields.tsx";
import { type PlaygroundDraft, requestOf } from "./playground-draft.ts";
import { ROLES } from "./run-messages.ts";
import { RunResult } from "./run-result.tsx";
import { useRuns } from "./runs.ts";
import { VariableFields } from "./variable-fields.tsx";

/** Request of a run. */
const RUN = "POST /api/local/playground/runs";

interface PlaygroundProps {
  start: PlaygroundDraft;
  /** Generation that is run again. */
  original: ObservationV2 | undefined;
  /** Version of a prompt that the messages come from. */
  prompt: { readonly name: string; readonly version: number } | undefined;
}

/** Form for a call of a model, with the results of its runs beside the original. */
export function Playground({ start, original, prompt }: PlaygroundProps): ReactElement {
  const project = useProject();
  const connections = useConnections();
  const [draft, setDraft] = useState(start);
  const [problem, setProblem] = useState<string>();
  const set = (changed: Partial<PlaygroundDraft>): void => setDraft((before) => ({ ...before, ...changed }));
  const { runs, begin, stop } = useRuns();
  const isRunning = runs[0]?.state === "running";
  useEffect(() => {
    const { data } = connections;
    if (data !== undefined) setDraft((before) => (before.connection === "" ? withConnection(before, data) : before));
  }, [connections.data]);
  const chosen = connections.data?.find(({ name }) => name === draft.connection);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isRunning || lackingRole(RUN) !== undefined) return;
    try {
      const { traceId, id: observationId } = original ?? {};
      begin({
        ...requestOf(draft),
        ...(traceId != null && observationId !== undefined && { original: { traceId, observationId } }),
        // Other messages are no use of that version.
        ...(prompt !== undefined && draft.messages === start.messages && { prompt }),
      });
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto lg:flex-row lg:overflow-hidden">
      <form
        onSubmit={submit}
        aria-label="Run"
        noValidate
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
        }}
        className="border-line flex flex-col gap-4 border-b p-4 lg:w-1/2 lg:overflow-auto lg:border-r lg:border-b-0"
      >
        <div className="flex flex-wrap items-center gap-x-3">
          <h1 className="font-semibold">Playground</h1>
          {prompt !== undefined && (
            <Link
              href={promptAddress(project, prompt.name, prompt.version)}
              className="text-link min-w-0 hover:underline"
            >
              <bdi className="break-all">{prompt.name}</bdi> version {prompt.version}
            </Link>
          )}
          {original !== undefined && (
            <Link
              href={`${project.path}/traces/${original.traceId}?observation=${original.id}`}
              className="text-link min-w-0 hover:underline"
            >
              generation <bdi className="break-all">{original.name?.slice(0, 100)}</bdi>
            </Link>
          )}
        </div>
        <ModelChoice connections={connections} chosen={chosen} draft={draft} onChange={set} />
        <MessageListEditor
          messages={draft.messages}
          onChange={(messages) => set({ messages })}
          roles={draft.isTemplate ? [...ROLES, PLACEHOLDER] : ROLES}
        />
        {draft.isTemplate && <VariableFields draft={draft} onChange={set} />}
        <ParameterFields draft={draft} onChange={set} />
        <Permitted change={RUN} isExplained>
          <div className="flex flex-wrap items-center gap-2">
            <button type="submit" className="button button-main" aria-disabled={isRunning}>
              Run
            </button>
            {isRunning && (
              <button type="button" className="button" onClick={stop}>
                Stop
              </button>
            )}
            <span className="text-soft">Ctrl and Enter run it too. Every run is stored as a trace.</span>
          </div>
        </Permitted>
        {problem !== undefined && (
          <p role="alert" className="text-red break-words">
            {problem}
          </p>
        )}
      </form>
      <section aria-label="Results" tabIndex={0} className="min-w-0 flex-1 p-4 -outline-offset-2 lg:overflow-auto">
        {runs.map((run, index) => (
          <RunResult key={run.key} run={run} title={`Run ${runs.length - index}`} original={original} />
        ))}
        {runs.length === 0 && <RunResult run={undefined} title="Before the first run" original={original} />}
      </section>
    </div>
  );
}

/** Returns the draft with a connection that can be used, one that has the model where there is one. */
function withConnection(draft: PlaygroundDraft, connections: readonly Connection[]): PlaygroundDraft {
  const usable = connections.filter(({ problem }) => problem === null);
  const hasModel = ({ models }: Connection): boolean => models.some((name) => draft.model.startsWith(name));
  const chosen =
    (draft.model === "" ? undefined : (usable.find(hasModel) ?? usable[0] ?? connections.find(hasModel))) ??
    usable[0] ??
    connections[0];
  if (chosen === undefined) return draft;
  return { ...draft, connection: chosen.name, model: draft.model === "" ? (chosen.models[0] ?? "") : draft.model };
}
