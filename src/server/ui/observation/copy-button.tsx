import { type ReactElement, useState } from "react";

interface CopyButtonProps {
  label: string;
  text: () => string;
}

/** Button that puts a text into the clipboard, and says if it worked. */
export function CopyButton({ label, text }: CopyButtonProps): ReactElement {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid("Copied");
    } catch {
      // A page over plain HTTP from another machine has no clipboard.
      setSaid("The browser does not allow it: copy from Raw");
    }
  };
  return (
    <span className="flex items-center">
      <button type="button" className="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status" className="text-soft not-empty:ml-2">
        {said}
      </span>
    </span>
  );
}
