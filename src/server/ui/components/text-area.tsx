import type { ReactElement, TextareaHTMLAttributes } from "react";
import { FormField } from "./form-field.tsx";

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value" | "onChange"> {
  label: string;
  hint?: string | undefined;
  /** Reason why the text cannot be used. */
  problem?: string | undefined;
  value: string;
  onChange: (text: string) => void;
}

/** Field of several lines with its label, by default for JSON and other code. */
export function TextArea({ label, hint, problem, value, onChange, ...more }: TextAreaProps): ReactElement {
  return (
    <FormField label={label} hint={hint} problem={problem}>
      {(attributes) => (
        <textarea
          className="field h-auto resize-y py-1 font-mono text-xs"
          {...attributes}
          {...more}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}
