import type { AnnotationQueue, ScoreConfig } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { FormDialog } from "../components/form-dialog.tsx";
import { Text } from "../components/text.tsx";
import { TextField } from "../components/text-field.tsx";
import { usePageList } from "../data/page-list.ts";
import { useProject } from "../data/project.tsx";

interface QueueDialogProps {
  onCreated: (queue: AnnotationQueue) => void;
  onClose: () => void;
}

/** Form for a new annotation queue: its name, and the scores that each of its items gets. */
export function QueueDialog({ onCreated, onClose }: QueueDialogProps): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const configs = usePageList<ScoreConfig>(["score-configs", "active"], (page) => api.scoreConfigs.get(page));
  const offered = configs.rows.filter(({ isArchived }) => !isArchived);
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const creation = useMutation({
    mutationFn: async () => {
      if (chosen.length === 0) throw new Error("Choose at least one score");
      return api.annotationQueues.createQueue({
        name,
        description: description === "" ? null : description,
        scoreConfigIds: [...chosen],
      });
    },
    onSuccess: async (queue) => {
      await queries.invalidateQueries({ queryKey: ["annotationQueues", id] });
      onCreated(queue);
    },
  });
  return (
    <FormDialog title="New queue" confirm="Create queue" action={creation} onClose={onClose}>
      <TextField label="Name" value={name} onChange={setName} required />
      <TextField
        label="Description"
        hint="Shown beside each item that is labelled"
        value={description}
        onChange={setDescription}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="text-soft mb-1 text-xs font-semibold">Scores</legend>
        {offered.map(({ id: configId, name: label, dataType }) => (
          <label key={configId} className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              className="size-4"
              checked={chosen.includes(configId)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, configId] : chosen.filter((each) => each !== configId))
              }
            />
            <Text>{label}</Text>
            <span className="text-soft">{dataType.toLowerCase()}</span>
          </label>
        ))}
        {!configs.isLoading && offered.length === 0 && <p>There is no score config. Make one first.</p>}
        {configs.hasMore && (
          <button type="button" className="button self-start" onClick={configs.loadMore}>
            Show more
          </button>
        )}
      </fieldset>
    </FormDialog>
  );
}
