import { isExactNumber } from "@svc/core/internal";
import { isJsonObject, mediaBeside, mediaTypeOf, splitMedia } from "@svc/core/internal/messages";
import { type ReactElement, type ReactNode, useMemo, useState } from "react";
import { LongText } from "./long-text.tsx";
import { Media } from "./media.tsx";
import { RichText } from "./rich-text.tsx";

/** Entries that are shown at first, and that every step adds. */
const STEP = 100;

/** Colours of plain values. */
const COLOURS: Readonly<Record<string, string>> = { string: "text-green", number: "text-link", boolean: "text-violet" };

/** Values in a value that are looked at for media. A larger one is opened by hand. */
const MOST_LOOKED_AT = 2_000;

interface JsonValueProps {
  value: unknown;
  /** Name that the value has where it stands. */
  name?: string;
  isOpen?: boolean;
  /** True to show the data and references of media as the texts that they are. */
  isRaw?: boolean;
}

/**
 * JSON value that opens and closes. What is closed does not exist in the page. Media in it are shown where their data or reference
 * stands, and what is around them is open.
 */
export function JsonValue({ value, name, isOpen: isOpenAtFirst, isRaw = false }: JsonValueProps): ReactElement {
  const [isOpen, setOpen] = useState(() => isOpenAtFirst ?? (!isRaw && holdsMedia(value, { left: MOST_LOOKED_AT })));
  const media = useMemo(() => (isRaw || !isJsonObject(value) ? undefined : mediaBeside(value)), [value, isRaw]);
  const plain = isExactNumber(value) ? value.rawJSON : value;
  if (typeof plain !== "object" || plain === null) {
    return (
      <div className="flex gap-1.5 font-mono text-xs">
        <Name name={name} />
        <div className={`min-w-0 ${COLOURS[plain === value ? typeof value : "number"] ?? "text-soft"}`}>
          {typeof value === "string" && !isRaw ? (
            <RichText isCode>{value}</RichText>
          ) : (
            <LongText isCode>{String(plain)}</LongText>
          )}
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
      {isOpen && <Entries entries={entries} isRaw={isRaw} media={media} />}
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

interface EntriesProps {
  entries: ReadonlyArray<[string, unknown]>;
  isRaw: boolean;
  /** Media that one of the entries is the content of. */
  media: ReturnType<typeof mediaBeside>;
}

function Entries({ entries, isRaw, media }: EntriesProps): ReactElement {
  const [shown, setShown] = useState(STEP);
  return (
    <div className="border-line ml-1 border-l pl-3">
      {entries.slice(0, shown).map(([name, value]) =>
        name === media?.name ? (
          <div key={name} className="flex gap-1.5 font-mono text-xs">
            <Name name={name} />
            <Media source={media.source} />
          </div>
        ) : (
          <JsonValue key={name} name={name} value={value} isRaw={isRaw} />
        ),
      )}
      {entries.length > shown && (
        <button type="button" className="button my-1 font-sans" onClick={() => setShown(shown + STEP)}>
          Show more: {(entries.length - shown).toLocaleString("en")} are left
        </button>
      )}
    </div>
  );
}

/** Returns true for a value with media in it, among the first values that there are. */
function holdsMedia(value: unknown, budget: { left: number }): boolean {
  budget.left -= 1;
  if (budget.left < 0) return false;
  if (typeof value === "string") return mediaTypeOf(value) !== undefined || splitMedia(value).length > 1;
  if (typeof value !== "object" || value === null) return false;
  if (isJsonObject(value) && mediaBeside(value) !== undefined) return true;
  return Object.values(value).some((inner) => holdsMedia(inner, budget));
}
