import type { ScoreConfig } from "@svc/core/api";
import type { ReactElement } from "react";
import { FormField } from "../components/form-field.tsx";

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
  return (
    <FormField label="Value">
      {(attributes) =>
        choices === undefined ? (
          <input
            {...attributes}
            required
            className="field w-32"
            {...(dataType === "NUMERIC" && { type: "number", step: "any" })}
            {...(minValue != null && { min: minValue })}
            {...(maxValue != null && { max: maxValue })}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <select
            {...attributes}
            required
            className="field"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">choose</option>
            {choices.map(([choice, label]) => (
              <option key={choice} value={choice}>
                {label}
              </option>
            ))}
          </select>
        )
      }
    </FormField>
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
