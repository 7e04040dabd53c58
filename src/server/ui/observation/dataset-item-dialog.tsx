import { parsedContent } from "@svc/core/internal/messages";
import type { ObservationV2 } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { ActionButton } from "../components/action-button.tsx";
import { ChoiceField } from "../components/choice-field.tsx";
import { Dialog } from "../components/dialog.tsx";
import { TextField } from "../components/text-field.tsx";
import { usePageList } from "../data/page-list.ts";
import { useProject } from "../data/project.tsx";

/** Button that opens the choice of a dataset, to which the observation is added. */
export function DatasetItemDialog({ observation }: { observation: ObservationV2 }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        Add to dataset
      </button>
      <Dialog ref={dialog} title="Add to a dataset">
        {isOpen && <ItemForm observation={observation} onClose={() => dialog.current?.close()} />}
      </Dialog>
    </>
  );
}

function ItemForm({ observation, onClose }: { observation: ObservationV2; onClose: () => void }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const datasets = usePageList(["datasets", "names"], (page) => api.datasets.list(page));
  const [name, setName] = useState("");
  const [isNew, setNew] = useState(false);
  const creates = isNew || (!datasets.isLoading && datasets.rows.length === 0);
  const addition = useMutation({
    mutationFn: async () => {
      const datasetName = name.trim() || (creates ? "" : (datasets.rows[0]?.name ?? ""));
      if (creates) await api.datasets.create({ name: datasetName });
      await api.datasetItems.create({
        datasetName,
        input: parsedContent(observation.input),
        expectedOutput: parsedContent(observation.output),
        ...(observation.traceId !== null && {
          sourceTraceId: observation.traceId,
          sourceObservationId: observation.id,
        }),
      });
      return datasetName;
    },
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["datasets", id] }),
        queries.invalidateQueries({ queryKey: ["dataset-items", id] }),
      ]);
    },
  });
  return (
    <form
      className="flex w-96 max-w-full flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        addition.mutate();
      }}
    >
      <p className="text-soft">Its input becomes the input of a new item, its output the expected output.</p>
      {creates ? (
        <TextField label="New dataset" required value={name} onChange={setName} />
      ) : (
        <ChoiceField
          label="Dataset"
          choices={datasets.rows.map((dataset) => [dataset.name, dataset.name] as const)}
          value={name}
          onChange={setName}
        />
      )}
      {datasets.rows.length > 0 && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={isNew}
            onChange={({ target }) => {
              setNew(target.checked);
              setName("");
            }}
          />
          A new dataset
        </label>
      )}
      <p role="status" className="min-h-5">
        {addition.isSuccess && (
          <>
            Added to <bdi>{addition.data}</bdi>
          </>
        )}
      </p>
      <div className="flex gap-2">
        <ActionButton action={{ ...addition, mutate: () => addition.mutate() }} type="submit" look="main">
          Add the item
        </ActionButton>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </form>
  );
}
