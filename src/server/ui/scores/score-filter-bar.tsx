import type { ReactElement } from "react";
import type { CountedKind } from "../../query/score-agreement.ts";
import { useNameOf } from "../data/authors.ts";
import { useAddressState } from "../data/address-state.ts";
import type { ScoreFilter } from "../data/score-list.ts";
import { useSettled } from "../data/settled.ts";

/** Time after the last key from which on the list is read, in milliseconds. */
const TYPING_MS = 300;

type Choice = readonly [value: string, set: (value: string) => void];

/** Filter of the list of scores, as the address holds it. */
interface ScoreFilterState {
  readonly filter: ScoreFilter;
  /** Reason why the typed value cannot be used. */
  readonly problem: string | undefined;
  readonly name: Choice;
  readonly source: Choice;
  readonly dataType: Choice;
  readonly author: Choice;
  readonly value: Choice;
  readonly subject: Choice;
}

/** Comparison that a typed number may begin with. */
const NUMBER = /^(>=|<=|=|)\s*(-?\d+(?:\.\d+)?)$/;

export function useScoreFilter(): ScoreFilterState {
  const name = useAddressState("name", "");
  const source = useAddressState("source", "");
  const dataType = useAddressState("type", "");
  const author = useAddressState("author", "");
  const value = useAddressState("value", "");
  const subject = useAddressState("of", "");
  const typed = useSettled(value[0].trim(), TYPING_MS);
  const of = useSettled(subject[0].trim(), TYPING_MS);
  const { problem, ...condition } = valueCondition(dataType[0], typed);
  const filter: ScoreFilter = {
    ...(name[0] !== "" && { name: name[0] }),
    ...(source[0] !== "" && { source: source[0] }),
    ...(dataType[0] !== "" && { dataType: dataType[0] }),
    ...(author[0] !== "" && { authorUserId: author[0] }),
    ...(of !== "" && (/^[0-9a-f]{32}$/.test(of) ? { traceId: of } : { sessionId: of })),
    ...condition,
  };
  return { filter, problem, name, source, dataType, author, value, subject };
}

function valueCondition(
  dataType: string,
  typed: string,
): Pick<ScoreFilter, "value" | "valueMin" | "valueMax"> & { problem?: string } {
  if (typed === "") return {};
  if (dataType === "BOOLEAN" || dataType === "CATEGORICAL") return { value: typed };
  if (dataType !== "NUMERIC") return { problem: "Choose a type first" };
  const [, comparison, digits] = NUMBER.exec(typed) ?? [];
  if (digits === undefined) return { problem: "A number is expected, such as 0.5 or >= 0.5" };
  const number = Number(digits);
  if (comparison === ">=") return { valueMin: number };
  return comparison === "<=" ? { valueMax: number } : { valueMin: number, valueMax: number };
}

interface ScoreFilterBarProps extends Omit<ScoreFilterState, "filter"> {
  kinds: readonly CountedKind[];
}

/** Fields of the filter of the list of scores. */
export function ScoreFilterBar(props: ScoreFilterBarProps): ReactElement {
  const { kinds, problem, name, source, dataType, author, value, subject } = props;
  const authors = kinds.flatMap(({ authorUserId }) => authorUserId ?? []);
  const nameOf = useNameOf([...authors, author[0] || null]);
  return (
    <form
      aria-label="Filter"
      className="flex flex-wrap items-center gap-2 px-4 pb-2"
      onSubmit={(event) => event.preventDefault()}
    >
      <Choices label="Name" state={name} options={kinds.map((kind) => kind.name)} />
      <Choices label="Source" state={source} options={kinds.map((kind) => kind.source)} />
      <Choices label="Type" state={dataType} options={kinds.map((kind) => kind.dataType)} />
      {(authors.length > 0 || author[0] !== "") && (
        <Choices label="Author" state={author} options={authors} textOf={nameOf} />
      )}
      <input
        aria-label="Value"
        placeholder={dataType[0] === "NUMERIC" ? ">= 0.5" : "value"}
        className="field w-28"
        value={value[0]}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : "score-value-problem"}
        onChange={({ target }) => value[1](target.value)}
      />
      <input
        aria-label="Trace or session"
        placeholder="trace or session"
        className="field w-44"
        value={subject[0]}
        onChange={({ target }) => subject[1](target.value)}
      />
      {problem !== undefined && (
        <span id="score-value-problem" role="alert" className="text-red">
          {problem}
        </span>
      )}
    </form>
  );
}

interface ChoicesProps {
  label: string;
  state: Choice;
  options: readonly string[];
  /** Returns the text of an option. Default: the option. */
  textOf?: (option: string) => string;
}

function Choices({ label, state: [value, set], options, textOf = String }: ChoicesProps): ReactElement {
  const known = [...new Set([...options, ...(value === "" ? [] : [value])])].toSorted();
  return (
    <select aria-label={label} className="field max-w-48" value={value} onChange={({ target }) => set(target.value)}>
      <option value="">any {label.toLowerCase()}</option>
      {known.map((option) => (
        <option key={option} value={option}>
          {textOf(option).slice(0, 100)}
        </option>
      ))}
    </select>
  );
}
