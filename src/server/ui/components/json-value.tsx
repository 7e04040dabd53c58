import { isExactNumber } from "@svc/core/internal";
import { type ReactElement, type ReactNode, useState } from "react";
import { LongText } from "./long-text.tsx";

/** Entries that are shown at first, and that every step adds. */
const STEP = 100;

/** Colours of plain values. */
const COLOURS: Readonly<Record<string, string>> = { string: "text-green", number: "text-link", boolean: "text-violet" };

interface JsonValueProps {
  value: unknown;
  /** Name that the value has where it stands. */
  name?: string;
  isOpen?: boolean;
}

/** JSON value that opens and closes. What is closed does not exist in the page. */
export function JsonValue({ value, name, isOpen: isOpenAtFirst = false }: JsonValueProps): ReactElement {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const plain = isExactNumber(value) ? value.rawJSON : value;
  if (typeof plain !== "object" || plain === null) {
    return (
      <div className="flex gap-1.5 font-mono text-xs">
        <Name name={name} />
        <div className={`min-w-0 ${COLOURS[plain === value ? typeof value : "number"] ?? "text-soft"}`}>
          <LongText isCode>{String(plain)}</LongText>
        </div>
      </div>
    );
  }
  const entries = Object.entries(plain);
  const size = Array.isArray(plain) ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="font-mono text-xs">
      <summary className="cursor-pointer leading-6">
        <Name name={name} /> <span className="text-soft">{size}</span>
      </summary>
      {isOpen && <Entries entries={entries} />}
    </details>
  );
}

function Name({ name }: { name: string | undefined }): ReactElement | null {
  return name === undefined ? null : (
    <span className="text-soft max-w-2/5 shrink-0 [overflow-wrap:anywhere]">
      <bdi>{wordsOf(name.slice(0, 300))}</bdi>:
    </span>
  );
}

/** Returns a name that may be broken after its dots, slashes and underscores. */
function wordsOf(name: string): ReactNode[] {
  return name.split(/(?<=[._/-])/).flatMap((word, index) => [word, <wbr key={`${index} ${word}`} />]);
}

function Entries({ entries }: { entries: ReadonlyArray<[string, unknown]> }): ReactElement {
  const [shown, setShown] = useState(STEP);
  return (
    <div className="border-line ml-1 border-l pl-3">
      {entries.slice(0, shown).map(([name, value]) => (
        <JsonValue key={name} name={name} value={value} />
      ))}
      {entries.length > shown && (
        <button type="button" className="button my-1 font-sans" onClick={() => setShown(shown + STEP)}>
          Show more: {(entries.length - shown).toLocaleString("en")} are left
        </button>
      )}
    </div>
  );
}
