import type { ReactElement } from "react";
import { enteredValue } from "../data/entered-value.ts";
import { TextArea } from "./text-area.tsx";

interface ValueFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Most lines that the field has at first. Default 12. */
  rows?: number;
}

/** Field for a value of any kind: JSON or text. It says as what the value is read. */
export function ValueField({ label, value, onChange, rows = 12 }: ValueFieldProps): ReactElement {
  return (
    <TextArea
      label={label}
      hint={`Read as ${kindOf(value)}`}
      dir="auto"
      rows={Math.min(rows, Math.max(3, value.split("\n", rows).length))}
      value={value}
      onChange={onChange}
    />
  );
}

function kindOf(text: string): string {
  const value = enteredValue(text);
  if (value === null) return "no value";
  if (typeof value === "string" && value === text) return "text";
  return Array.isArray(value) ? "a JSON list" : `a JSON ${typeof value}`;
}
