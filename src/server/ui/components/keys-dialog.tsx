import type { ReactElement, Ref } from "react";
import { CloseButton } from "./dialog-buttons.tsx";
import { Dialog } from "./dialog.tsx";

interface KeysDialogProps {
  ref: Ref<HTMLDialogElement>;
  /** Keys of the view, each with what it does. */
  keys: ReadonlyArray<{ readonly keys: readonly string[]; readonly label: string }>;
}

/** Dialog that lists the keys of a view. */
export function KeysDialog({ ref, keys: listed }: KeysDialogProps): ReactElement {
  return (
    <Dialog ref={ref} title="Keys" isText>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {listed.map(({ keys, label }) => (
          <div key={label} className="contents">
            <dt className="flex items-center gap-1 self-start">
              {namedOf(keys).map((key) => (
                <kbd key={key} className="border-control rounded border px-1.5 font-mono text-xs">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <CloseButton />
    </Dialog>
  );
}

/** Returns the keys that are named: of many in a row, such as digits, the first and the last. */
function namedOf(keys: readonly string[]): readonly string[] {
  return keys.length <= 3 ? keys : [`${keys[0]} to ${keys.at(-1)}`];
}
