import { type ReactElement, useEffect, useRef } from "react";

/** Field for a text that is searched for in inputs and outputs. The key Enter starts the search, an empty field ends it. */
export function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = text;
  }, [text]);
  return (
    <input
      ref={field}
      type="search"
      aria-label="Search input and output"
      placeholder="Search input and output"
      defaultValue={text}
      className="field flex-1 lg:w-52 lg:flex-none"
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") onSearch(currentTarget.value);
      }}
      onInput={({ currentTarget }) => {
        if (currentTarget.value === "" && text !== "") onSearch("");
      }}
    />
  );
}
