import type { Dataset } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { FormDialog } from "../components/form-dialog.tsx";
import { TextField } from "../components/text-field.tsx";
import { ValueField } from "../components/value-field.tsx";
import { enteredValue, textToEnter } from "../data/entered-value.ts";
import { useProject } from "../data/project.tsx";

interface DatasetDialogProps {
  /** Dataset to change; undefined for a new one. */
  dataset: Dataset | undefined;
  onSaved: (dataset: Dataset) => void;
  onClose: () => void;
}

/** Form for a dataset. A dataset that exists keeps its name. */
export function DatasetDialog({ dataset, onSaved, onClose }: DatasetDialogProps): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const [name, setName] = useState(dataset?.name ?? "");
  const [description, setDescription] = useState(dataset?.description ?? "");
  const [metadata, setMetadata] = useState(() => textToEnter(dataset?.metadata));
  const [inputSchema, setInputSchema] = useState(() => textToEnter(dataset?.inputSchema));
  const [outputSchema, setOutputSchema] = useState(() => textToEnter(dataset?.expectedOutputSchema));
  const saving = useMutation({
    mutationFn: async () =>
      api.datasets.create({
        name,
        description: description === "" ? null : description,
        metadata: enteredValue(metadata),
        inputSchema: enteredValue(inputSchema),
        expectedOutputSchema: enteredValue(outputSchema),
      }),
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ["datasets", id] });
      onSaved(saved);
      onClose();
    },
  });
  return (
    <FormDialog
      title={dataset === undefined ? "New dataset" : "Edit dataset"}
      confirm={dataset === undefined ? "Create dataset" : "Save"}
      action={saving}
      onClose={onClose}
    >
      {dataset === undefined && (
        <TextField
          label="Name"
          hint="Slashes make folders. A dataset that has this name is changed"
          value={name}
          onChange={setName}
          required
        />
      )}
      <TextField label="Description" value={description} onChange={setDescription} />
      <ValueField label="Metadata" value={metadata} onChange={setMetadata} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ValueField label="JSON Schema of inputs" value={inputSchema} onChange={setInputSchema} />
        <ValueField label="JSON Schema of expected outputs" value={outputSchema} onChange={setOutputSchema} />
      </div>
    </FormDialog>
  );
}
