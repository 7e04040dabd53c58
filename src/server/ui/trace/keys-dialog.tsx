import type { ReactElement, Ref } from "react";
import { TREE_KEYS } from "./tree-keys.ts";

/** Dialog that lists the keys of the tree. */
export function KeysDialog({ ref }: { ref: Ref<HTMLDialogElement> }): ReactElement {
  return (
    <dialog
      ref={ref}
      aria-labelledby="keys-title"
      className="bg-panel text-text border-line m-auto max-w-lg rounded-lg border p-5 backdrop:bg-black/50"
    >
      <h2 id="keys-title" className="mb-3 text-lg font-semibold">
        Keys
      </h2>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {TREE_KEYS.map(({ keys, label }) => (
          <div key={label} className="contents">
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="border-control rounded border px-1.5 font-mono text-xs">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
