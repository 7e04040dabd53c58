import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { useProject } from "../data/project.tsx";
import { readObservation } from "../data/trace-observations.ts";
import { useVersion } from "../prompt/prompt-version.ts";
import { Playground } from "./playground.tsx";
import { draftOfObservation, draftOfPrompt, emptyDraft } from "./playground-draft.ts";

/** Playground: calls a model with a prompt or a recorded generation that the address names, or with new messages. */
export function PlaygroundView(): ReactElement {
  const [parameters] = useSearchParams();
  const read = (name: string): string => parameters.get(name) ?? "";
  const [traceId, observationId] = [read("trace"), read("observation")];
  const [prompt, version] = [read("prompt"), Number(read("version"))];
  const key = `${traceId} ${observationId} ${prompt} ${version}`;
  return (
    <PageFrame title="Playground">
      {observationId !== "" ? (
        <OfObservation key={key} traceId={traceId} observationId={observationId} />
      ) : prompt !== "" ? (
        <OfPrompt key={key} name={prompt} version={version} />
      ) : (
        <Playground key={key} start={emptyDraft()} original={undefined} prompt={undefined} />
      )}
    </PageFrame>
  );
}

function OfObservation({ traceId, observationId }: { traceId: string; observationId: string }): ReactElement {
  const { id, api } = useProject();
  const { data, error, refetch } = useQuery({
    queryKey: ["playground", id, traceId, observationId],
    queryFn: async () => (await readObservation(api, traceId, observationId)) ?? null,
    staleTime: Infinity,
  });
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Reading what="generation" />;
  if (data === null) return <p className="p-8">The generation is not stored.</p>;
  const { promptName, promptVersion } = data;
  const prompt = promptName == null || promptVersion == null ? undefined : { name: promptName, version: promptVersion };
  return <Playground start={draftOfObservation(data)} original={data} prompt={prompt} />;
}

function OfPrompt({ name, version }: { name: string; version: number }): ReactElement {
  const { data, error, refetch } = useVersion(name, version, true);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Reading what="prompt" />;
  return <Playground start={draftOfPrompt(data)} original={undefined} prompt={{ name, version }} />;
}

function Reading({ what }: { what: string }): ReactElement {
  return (
    <p aria-busy className="p-8">
      Reading the {what}…
    </p>
  );
}
