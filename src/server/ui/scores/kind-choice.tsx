import type { ReactElement } from "react";
import type { CountedKind } from "../../query/score-agreement.ts";
import { useNameOf } from "../data/authors.ts";
import { kindKey, kindText } from "../data/score-kinds.ts";

interface KindChoiceProps {
  label: string;
  kinds: readonly CountedKind[];
  chosen: CountedKind | undefined;
  onChoose: (key: string) => void;
}

/** Choice of a kind of scores. */
export function KindChoice({ label, kinds, chosen, onChoose }: KindChoiceProps): ReactElement {
  const nameOf = useNameOf(kinds.map(({ authorUserId }) => authorUserId));
  return (
    <select
      aria-label={label}
      className="field max-w-full"
      value={chosen === undefined ? "" : kindKey(chosen)}
      onChange={({ target }) => onChoose(target.value)}
    >
      {chosen === undefined && <option value="">Choose a score</option>}
      {kinds.map((kind) => (
        <option key={kindKey(kind)} value={kindKey(kind)}>
          {kindText(kind, nameOf)}
        </option>
      ))}
    </select>
  );
}
