import type { Dataset, DatasetItem } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { FormDialog } from "../components/form-dialog.tsx";
import { FormField } from "../components/form-field.tsx";
import { ValueField } from "../components/value-field.tsx";
import { enteredValue, textToEnter } from "../data/entered-value.ts";
import { useProject } from "../data/project.tsx";

interface ItemDialogProps {
  dataset: Dataset;
  /** Item to change; undefined for a new one. */
  item: DatasetItem | undefined;
  onClose: () => void;
}

export function ItemDialog({ dataset, item, onClose }: ItemDialogProps): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const [input, setInput] = useState(() => textToEnter(item?.input));
  const [expectedOutput, setExpectedOutput] = useState(() => textToEnter(item?.expectedOutput));
  const [metadata, setMetadata] = useState(() => textToEnter(item?.metadata));
  const [isActive, setActive] = useState(item?.status !== "ARCHIVED");
  const saving = useMutation({
    mutationFn: async () =>
      api.datasetItems.create({
        datasetName: dataset.name,
        id: item?.id,
        input: enteredValue(input),
        expectedOutput: enteredValue(expectedOutput),
        metadata: enteredValue(metadata),
        status: isActive ? "ACTIVE" : "ARCHIVED",
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["datasetItems", id] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={item === undefined ? "New item" : "Edit item"}
      confirm={item === undefined ? "Create item" : "Save"}
      action={saving}
      onClose={onClose}
    >
      <ValueField label="Input" value={input} onChange={setInput} />
      <ValueField label="Expected output" value={expectedOutput} onChange={setExpectedOutput} />
      <ValueField label="Metadata" value={metadata} onChange={setMetadata} />
      <FormField label="Active" hint="Experiments run only on active items">
        {(attributes) => (
          <input
            {...attributes}
            type="checkbox"
            className="size-4"
            checked={isActive}
            onChange={({ target }) => setActive(target.checked)}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
