import { type ReactElement, useMemo, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { PageFrame } from "../components/page-frame.tsx";
import { RecordList } from "../components/record-list.tsx";
import { Permitted } from "../components/permitted.tsx";
import { type PromptList, usePromptList } from "../data/prompt-list.ts";
import { useProject } from "../data/project.tsx";
import { FirstPrompt } from "./first-prompt.tsx";
import { FolderPath } from "./folder-path.tsx";
import { newPromptAddress } from "./prompt-addresses.ts";
import { PROMPT_COLUMNS } from "./prompt-columns.tsx";
import { type PromptChoice, promptRows } from "./prompt-folders.ts";

/** Rows that are shown at first, and that every step adds. */
const STEP = 200;

/** Prompts of a project, folder by folder. */
export function PromptsView(): ReactElement {
  const project = useProject();
  const { data, error, isPending, refetch } = usePromptList();
  const [choice, setChoice] = useChoice();
  const rows = useMemo(() => promptRows(data?.prompts ?? [], choice), [data, choice]);
  const [shown, setShown] = useState(STEP);
  const list = {
    rows: rows.slice(0, shown),
    total: rows.length,
    isLoading: isPending,
    error,
    hasMore: rows.length > shown,
    loadMore: () => setShown(shown + STEP),
    reload: () => void refetch(),
  };
  return (
    <PageFrame title="Prompts">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
        <h1 className="font-semibold">Prompts</h1>
        <FolderPath folder={choice.folder} />
        <Filters list={data} choice={choice} onChange={setChoice} />
        <Permitted change="POST /api/public/v2/prompts">
          <Link href={newPromptAddress(project)} className="button ml-auto">
            New prompt
          </Link>
        </Permitted>
      </div>
      {data !== undefined && data.total > data.prompts.length && (
        <p role="status" className="text-amber px-4 pb-2">
          The first {data.prompts.length.toLocaleString("en")} of {data.total.toLocaleString("en")} prompts, by name.
        </p>
      )}
      <RecordList
        label="Prompts"
        columns={PROMPT_COLUMNS}
        keyOf={({ kind, name }) => `${kind} ${name}`}
        list={list}
        empty={data?.total === 0 ? <FirstPrompt /> : <p className="p-8">No prompt matches.</p>}
      />
    </PageFrame>
  );
}

/** Returns the choice that the address holds, and a function that changes it. */
function useChoice(): [PromptChoice, (choice: PromptChoice) => void] {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.toString();
  const choice = useMemo(() => {
    const given = new URLSearchParams(text);
    const read = (name: string): string => given.get(name) ?? "";
    return { folder: read("folder"), search: read("search"), label: read("label"), tag: read("tag") };
  }, [text]);
  return [
    choice,
    (changed) => {
      const given = Object.entries(changed).filter(([, value]) => value !== "");
      setParameters(new URLSearchParams(given), { replace: true });
    },
  ];
}

interface FiltersProps {
  list: PromptList | undefined;
  choice: PromptChoice;
  onChange: (choice: PromptChoice) => void;
}

function Filters({ list, choice, onChange }: FiltersProps): ReactElement {
  const prompts = list?.prompts ?? [];
  const labels = [...new Set(prompts.flatMap(({ labels }) => labels))].toSorted();
  const tags = [...new Set(prompts.flatMap(({ tags }) => tags))].toSorted();
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-1.5">
      <input
        type="search"
        aria-label="Name"
        placeholder="Name"
        className="field w-40"
        value={choice.search}
        onChange={({ target }) => onChange({ ...choice, search: target.value })}
      />
      <Select
        label="Label"
        all="Any label"
        values={labels}
        chosen={choice.label}
        onChange={(label) => onChange({ ...choice, label })}
      />
      {tags.length > 0 && (
        <Select
          label="Tag"
          all="Any tag"
          values={tags}
          chosen={choice.tag}
          onChange={(tag) => onChange({ ...choice, tag })}
        />
      )}
    </search>
  );
}

interface SelectProps {
  label: string;
  /** Name of the choice of everything. */
  all: string;
  values: readonly string[];
  chosen: string;
  onChange: (value: string) => void;
}

function Select({ label, all, values, chosen, onChange }: SelectProps): ReactElement {
  return (
    <select
      aria-label={label}
      className="field max-w-40"
      value={chosen}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{all}</option>
      {[...new Set([...values, ...(chosen === "" ? [] : [chosen])])].map((value) => (
        <option key={value}>{value}</option>
      ))}
    </select>
  );
}
