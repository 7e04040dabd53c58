import { type ReactElement, useState } from "react";

/** Button that puts a value into the clipboard as JSON, and says if it worked. */
export function CopyButton({ value }: { value: unknown }): ReactElement {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(value, null, 2));
      setSaid("Copied");
    } catch {
      // A page over plain HTTP from another machine has no clipboard.
      setSaid("The browser does not allow it: copy from Raw");
    }
  };
  return (
    <span className="flex items-center gap-2">
      <span role="status" className="text-soft">
        {said}
      </span>
      <button type="button" className="button" onClick={() => void copy()}>
        Copy as JSON
      </button>
    </span>
  );
}
