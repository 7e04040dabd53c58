import { type KeyboardEvent, type ReactElement, type RefObject, useId, useMemo, useState } from "react";
import { Text } from "../components/text.tsx";
import { OBSERVATION_FILTER_COLUMNS } from "../../query/observation-filter-columns.ts";
import { hasKey, type FilterTerm } from "../../query/filter-condition.ts";
import { readFilter } from "../../query/filter-text.ts";
import { useKnownValues } from "../data/known-values.ts";
import { type Suggestion, suggestionsFor } from "./filter-suggestions.ts";

interface FilterFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  onAdd: (conditions: readonly FilterTerm[]) => void;
}

/**
 * Field for conditions as text. It offers columns, operators and known values. The key Enter adds the conditions or, where a word is not
 * whole yet, takes the first suggestion for it.
 */
export function FilterField({ ref, text, onText, onAdd }: FilterFieldProps): ReactElement {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(-1);
  const [problem, setProblem] = useState<string>();
  const { terms, problem: found, open } = useMemo(() => readFilter(text), [text]);
  const wantsKnown =
    open?.column !== undefined &&
    (open.kind === "key" || (open.kind === "value" && !hasKey(OBSERVATION_FILTER_COLUMNS, open.column)));
  const known = useKnownValues(isOpen && wantsKnown ? open.column : undefined);
  const suggestions = isOpen ? suggestionsFor(open, known) : [];
  const write = (written: string): void => {
    onText(written);
    setPlace(-1);
    setProblem(undefined);
    setOpen(true);
  };
  const take = ({ text: suggested }: Suggestion): void => {
    write(text.slice(0, open?.from ?? text.length) + suggested);
    ref.current?.focus();
  };
  const add = (): void => {
    if (text.trim() === "") return;
    if (found === undefined) {
      onAdd(terms);
      write("");
      return setOpen(false);
    }
    const [first] = suggestions;
    const isAtEnd = open !== undefined && open.typed !== "" && text.slice(open.from) === open.typed;
    if (isAtEnd && first !== undefined) return take(first);
    setProblem(`${found.message}, at character ${found.at + 1}`);
    ref.current?.setSelectionRange(found.at, text.length);
    // The list would hide it.
    setOpen(false);
  };
  const press = (event: KeyboardEvent): void => {
    const chosen = suggestions[place];
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (isOpen ? setPlace(Math.min(suggestions.length - 1, place + 1)) : setOpen(true)),
      ArrowUp: () => setPlace(Math.max(-1, place - 1)),
      Enter: () => (chosen === undefined ? add() : take(chosen)),
      Escape: () => setOpen(false),
      ...(chosen && { Tab: () => take(chosen) }),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const listed = suggestions.length > 0;
  return (
    <div className="relative min-w-full flex-1 sm:min-w-64">
      <input
        ref={ref}
        role="combobox"
        aria-label="Filter"
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={`${id}list`}
        aria-invalid={problem !== undefined}
        {...(problem !== undefined && { "aria-describedby": `${id}problem` })}
        {...(place >= 0 && { "aria-activedescendant": `${id}${place}` })}
        autoComplete="off"
        spellCheck={false}
        placeholder="Filter, such as: level = ERROR or latency > 2"
        className="field w-full"
        value={text}
        onChange={({ target }) => write(target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      {problem !== undefined && (
        <p id={`${id}problem`} role="alert" className="text-red absolute z-20 bg-panel px-2">
          {problem}
        </p>
      )}
      <ul
        id={`${id}list`}
        role="listbox"
        aria-label="Suggestions"
        hidden={!listed}
        className="bg-panel border-line absolute z-20 mt-1 max-h-72 w-full min-w-56 overflow-auto rounded-md border shadow-lg"
      >
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.label}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === place}
            className={`flex cursor-pointer px-2 py-1 ${index === place ? "bg-chosen" : "hover:bg-hover"}`}
            // Before the field loses the focus, which closes the list.
            onPointerDown={(event) => {
              event.preventDefault();
              take(suggestion);
            }}
          >
            <Text>{suggestion.label}</Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
