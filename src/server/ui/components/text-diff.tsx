import { diffLines, diffWordsWithSpace } from "diff";
import { type ReactElement, type ReactNode, useMemo, useState } from "react";

interface TextDiffProps {
  /** Name of the comparison for those who do not see it. */
  label: string;
  before: string;
  after: string;
}

/** Time that a comparison may take, in milliseconds, so that the page stays quick. */
const TIMEOUT_MS = 400;

/** Unchanged lines that stay around a change. */
const AROUND = 3;

/** Most characters of a block that are shown, and most of a changed block whose words are compared. */
const MOST = 20_000;

/** Block of lines that are in both texts, or in one of them. */
interface Block {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Differences of two texts line by line, with the changed words of a line marked. Long unchanged parts are folded. */
export function TextDiff({ label, before, after }: TextDiffProps): ReactElement {
  const blocks = useMemo(() => blocksOf(before, after), [before, after]);
  if (before === after) return <p className="text-soft">No difference.</p>;
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="border-line bg-panel max-h-[60vh] overflow-auto rounded-md border py-1 font-mono text-xs"
    >
      {blocks.map((block, index) => (
        <DiffBlock
          key={`${index} ${block.kind}`}
          block={block}
          other={otherOf(blocks, index)}
          isFirst={index === 0}
          isLast={index === blocks.length - 1}
        />
      ))}
    </div>
  );
}

/** Returns the blocks of two texts; one removed and one added block when the comparison takes too long. */
function blocksOf(before: string, after: string): readonly Block[] {
  const changes = diffLines(before, after, { timeout: TIMEOUT_MS });
  if (changes === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    kind: removed ? "removed" : added ? "added" : "same",
    text: value.replace(/\n$/, ""),
  }));
}

/** Returns the text in whose place a changed block stands, or which stands in its place. */
function otherOf(blocks: readonly Block[], index: number): string | undefined {
  const { kind } = blocks[index]!;
  if (kind === "removed" && blocks[index + 1]?.kind === "added") return blocks[index + 1]!.text;
  if (kind === "added" && blocks[index - 1]?.kind === "removed") return blocks[index - 1]!.text;
  return undefined;
}

interface DiffBlockProps {
  block: Block;
  other: string | undefined;
  isFirst: boolean;
  isLast: boolean;
}

function DiffBlock({ block: { kind, text }, other, isFirst, isLast }: DiffBlockProps): ReactElement {
  if (kind === "same") return <Unchanged lines={text.split("\n")} isFirst={isFirst} isLast={isLast} />;
  const isRemoved = kind === "removed";
  const Element = isRemoved ? "del" : "ins";
  return (
    <Element className={`block no-underline ${isRemoved ? "bg-removed" : "bg-added"}`}>
      <Lines sign={isRemoved ? "−" : "+"} colour={isRemoved ? "text-red" : "text-green"}>
        {other === undefined ? cut(text) : <Words text={text} other={other} isRemoved={isRemoved} />}
      </Lines>
    </Element>
  );
}

/** Lines with their sign beside the first one, as text of an application. */
function Lines({ sign, colour, children }: { sign: string; colour: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex">
      <span className={`w-6 shrink-0 text-center font-semibold select-none ${colour}`}>{sign}</span>
      <div dir="auto" className="min-w-0 flex-1 break-words whitespace-pre-wrap [unicode-bidi:isolate]">
        {children}
      </div>
    </div>
  );
}

function Words({ text, other, isRemoved }: { text: string; other: string; isRemoved: boolean }): ReactNode {
  const words = useMemo(() => {
    if (text.length + other.length > MOST) return undefined;
    const [before, after] = isRemoved ? [text, other] : [other, text];
    return diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS });
  }, [text, other, isRemoved]);
  if (words === undefined) return cut(text);
  return words.map(({ added, removed, value }, index) => {
    if (isRemoved ? added : removed) return null;
    return added || removed ? (
      <mark key={index} className="rounded-sm bg-transparent font-bold text-inherit underline">
        {value}
      </mark>
    ) : (
      value
    );
  });
}

function Unchanged({
  lines,
  isFirst,
  isLast,
}: {
  lines: readonly string[];
  isFirst: boolean;
  isLast: boolean;
}): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [before, after] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  const folded = lines.length - before - after;
  if (isOpen || folded <= AROUND) return <UnchangedLines lines={lines} />;
  return (
    <>
      <UnchangedLines lines={lines.slice(0, before)} />
      <button
        type="button"
        className="text-link hover:bg-hover block w-full cursor-pointer px-2 py-1 text-left font-sans"
        onClick={() => setOpen(true)}
      >
        Show {folded.toLocaleString("en")} unchanged lines
      </button>
      <UnchangedLines lines={lines.slice(lines.length - after)} />
    </>
  );
}

function UnchangedLines({ lines }: { lines: readonly string[] }): ReactElement | null {
  if (lines.length === 0) return null;
  return (
    <Lines sign="" colour="">
      {cut(lines.join("\n"))}
    </Lines>
  );
}

function cut(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
