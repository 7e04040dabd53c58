import type { ScoreConfig } from "@svc/core/api";
import { ChoiceField } from "../components/choice-field.tsx";
import { TextField } from "../components/text-field.tsx";
import type { ReactElement } from "react";

interface ScoreValueFieldProps {
  dataType: ScoreConfig["dataType"];
  config: ScoreConfig | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** Control for the value of a score: a number within the bounds of its config, one of several values, or a text. */
export function ScoreValueField({ dataType, config, value, onChange }: ScoreValueFieldProps): ReactElement {
  const choices = choicesOf(dataType, config);
  const { minValue, maxValue } = config ?? {};
  return choices === undefined ? (
    <TextField
      label="Value"
      required
      className="field w-32"
      {...(dataType === "NUMERIC" && { type: "number", step: "any" })}
      {...(minValue != null && { min: minValue })}
      {...(maxValue != null && { max: maxValue })}
      value={value}
      onChange={onChange}
    />
  ) : (
    <ChoiceField label="Value" required choices={[["", "choose"], ...choices]} value={value} onChange={onChange} />
  );
}

function choicesOf(
  dataType: ScoreConfig["dataType"],
  config: ScoreConfig | undefined,
): ReadonlyArray<readonly [value: string, label: string]> | undefined {
  if (dataType === "BOOLEAN") {
    return [
      ["1", "true"],
      ["0", "false"],
    ];
  }
  return dataType === "CATEGORICAL" ? config?.categories?.map(({ label }) => [label, label] as const) : undefined;
}
