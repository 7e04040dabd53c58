import type { ScoreConfig } from "@svc/core/api";
import type { ReactElement, Ref } from "react";
import { Text } from "../components/text.tsx";

interface ScoreFieldProps {
  /** Control of a score without a list of values. */
  ref: Ref<HTMLInputElement>;
  config: ScoreConfig;
  value: string | undefined;
  /** True for the score that the keys are for. */
  isCurrent: boolean;
  onChange: (value: string | undefined) => void;
  onCurrent: () => void;
}

/** Returns the values that a score can have, each with its label; undefined for a number or a text. */
export function choicesOf({ dataType, categories }: ScoreConfig): ReadonlyArray<readonly [string, string]> | undefined {
  if (dataType === "BOOLEAN") {
    return [
      ["1", "True"],
      ["0", "False"],
    ];
  }
  return dataType === "CATEGORICAL" ? categories?.map(({ label }) => [label, label] as const) : undefined;
}

/** Field for one score of an item: its values with their keys, or a number or text. */
export function ScoreField({ ref, config, value, isCurrent, onChange, onCurrent }: ScoreFieldProps): ReactElement {
  const { name, description, dataType, minValue, maxValue } = config;
  const choices = choicesOf(config);
  const bounds = [minValue != null && `at least ${minValue}`, maxValue != null && `at most ${maxValue}`].filter(
    Boolean,
  );
  return (
    <fieldset
      className={`border-l-4 py-1 pl-3 ${isCurrent ? "border-link" : "border-transparent"}`}
      {...(isCurrent && { "aria-current": "true" as const })}
      onFocus={onCurrent}
    >
      <legend className="float-left mb-1 flex w-full min-w-0 font-semibold">
        <Text>{name}</Text>
      </legend>
      <div className="clear-both">
        {description != null && <p className="text-soft mb-1 break-words">{description.slice(0, 1_000)}</p>}
        {choices === undefined ? (
          <input
            ref={ref}
            aria-label={name}
            className="field w-full max-w-72"
            {...(dataType === "NUMERIC" ? { type: "number", step: "any" } : { maxLength: 500 })}
            {...(minValue != null && { min: minValue })}
            {...(maxValue != null && { max: maxValue })}
            placeholder={bounds.join(", ")}
            value={value ?? ""}
            onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            {choices.map(([choice, label], place) => (
              <button
                key={choice}
                type="button"
                className={`button ${value === choice ? "button-main" : ""}`}
                aria-pressed={value === choice}
                onClick={() => onChange(value === choice ? undefined : choice)}
              >
                {place < 9 && (
                  <kbd aria-hidden className="text-soft font-mono text-xs">
                    {place + 1}
                  </kbd>
                )}
                <Text>{label}</Text>
              </button>
            ))}
          </div>
        )}
      </div>
    </fieldset>
  );
}
