import type { InputHTMLAttributes, ReactElement } from "react";
import { FormField } from "./form-field.tsx";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  label: string;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
}

/** Field of one line with its label. */
export function TextField({ label, hint, value, onChange, ...more }: TextFieldProps): ReactElement {
  return (
    <FormField label={label} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          {...more}
          className="field"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}
