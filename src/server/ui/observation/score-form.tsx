import type { ObservationV2, ScoreConfig } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { ActionButton } from "../components/action-button.tsx";
import { ChoiceField } from "../components/choice-field.tsx";
import { TextField } from "../components/text-field.tsx";
import { FROM_PAGE } from "../data/own-scores.ts";
import { usePageList } from "../data/page-list.ts";
import { useProject } from "../data/project.tsx";
import { ScoreValueField } from "./score-value-field.tsx";

/** Types of scores that a person gives. */
const TYPES = ["NUMERIC", "BOOLEAN", "CATEGORICAL"] as const;

/** Form that adds a score to an observation: one of a score config, or with a name of its own. */
export function ScoreForm({ observation }: { observation: ObservationV2 }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const configs = usePageList(["score-configs", "active"], (page) => api.scoreConfigs.get(page));
  const active = configs.rows.filter(({ isArchived }) => !isArchived);
  const [configId, setConfigId] = useState("");
  const [name, setName] = useState("");
  const [type, setType] = useState<(typeof TYPES)[number]>("NUMERIC");
  const [value, setValue] = useState("");
  const [comment, setComment] = useState("");
  const config = active.find((each) => each.id === configId);
  const dataType: ScoreConfig["dataType"] = config?.dataType ?? type;
  const isText = dataType === "CATEGORICAL" || dataType === "TEXT";
  const addition = useMutation({
    mutationFn: async () =>
      api.scores.create({
        traceId: observation.traceId,
        observationId: observation.id,
        name: config?.name ?? name,
        dataType,
        value: isText ? value : Number(value),
        source: config === undefined ? "API" : "ANNOTATION",
        metadata: { ...FROM_PAGE },
        ...(config && { configId: config.id }),
        ...(comment.trim() !== "" && { comment: comment.trim() }),
        ...(observation.environment != null && { environment: observation.environment }),
      }),
    onSuccess: async () => {
      setValue("");
      setComment("");
      await queries.invalidateQueries({ queryKey: ["scores", id, observation.traceId] });
    },
  });
  return (
    <details className="mt-2">
      <summary className="text-link cursor-pointer leading-6">Add a score</summary>
      <form
        aria-label="Add a score"
        className="mt-1 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          addition.mutate();
        }}
      >
        {active.length > 0 && (
          <ChoiceField
            label="Score config"
            className="field max-w-48"
            choices={[["", "a name of its own"], ...active.map((each) => [each.id, each.name] as const)]}
            value={configId}
            onChange={(chosen) => {
              setConfigId(chosen);
              setValue("");
            }}
          />
        )}
        {config === undefined && (
          <>
            <TextField label="Name" required className="field w-32" value={name} onChange={setName} />
            <ChoiceField
              label="Type"
              choices={TYPES.map((each) => [each, each.toLowerCase()] as const)}
              value={type}
              onChange={(chosen) => {
                setType(chosen);
                setValue("");
              }}
            />
          </>
        )}
        <ScoreValueField dataType={dataType} config={config} value={value} onChange={setValue} />
        <TextField label="Comment" className="field w-48" value={comment} onChange={setComment} />
        <ActionButton action={{ ...addition, mutate: () => addition.mutate() }} type="submit" look="main">
          Add
        </ActionButton>
      </form>
    </details>
  );
}
