import type { CreateScoreConfigRequest, ScoreConfigDataType } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { ChoiceField } from "../components/choice-field.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { TextField } from "../components/text-field.tsx";
import { useProject } from "../data/project.tsx";

/** Kinds of scores, each with its label. */
const TYPES: Readonly<Record<ScoreConfigDataType, string>> = {
  BOOLEAN: "True or false",
  NUMERIC: "Number",
  CATEGORICAL: "One of several values",
  TEXT: "Text",
};

const CHOICES = Object.entries(TYPES) as ReadonlyArray<[ScoreConfigDataType, string]>;

/** Form for a new score config. */
export function ConfigDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [dataType, setDataType] = useState<ScoreConfigDataType>("BOOLEAN");
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const [values, setValues] = useState("");
  const creation = useMutation({
    mutationFn: async () =>
      api.scoreConfigs.create({
        name: name.trim(),
        dataType,
        description: description === "" ? null : description,
        ...(dataType === "NUMERIC" && { minValue: numberOf(least), maxValue: numberOf(most) }),
        ...(dataType === "CATEGORICAL" && { categories: categoriesOf(values) }),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["score-configs", id] });
      onClose();
    },
  });
  return (
    <FormDialog title="New score config" confirm="Create score config" action={creation} onClose={onClose}>
      <TextField
        label="Name"
        hint="Letters, digits, spaces and _ . ( ) -"
        value={name}
        onChange={setName}
        required
        maxLength={35}
      />
      <TextField label="Description" value={description} onChange={setDescription} />
      <ChoiceField label="Type" choices={CHOICES} value={dataType} onChange={setDataType} />
      {dataType === "NUMERIC" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Least" value={least} onChange={setLeast} type="number" step="any" />
          <TextField label="Most" value={most} onChange={setMost} type="number" step="any" />
        </div>
      )}
      {dataType === "CATEGORICAL" && (
        <TextField
          label="Values"
          hint="Separated by commas, the worst first: bad, fair, good"
          value={values}
          onChange={setValues}
          required
        />
      )}
    </FormDialog>
  );
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

/** Returns the categories of names in a list. The value of each is its place, from 0. */
function categoriesOf(text: string): CreateScoreConfigRequest["categories"] {
  const labels = text.split(",").map((label) => label.trim());
  return labels.filter((label) => label !== "").map((label, value) => ({ label, value }));
}
