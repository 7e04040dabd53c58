import type { ReactElement } from "react";
import type { TimeRange as Times } from "../data/trace-query.ts";
import { CUSTOM, RANGES } from "./list-state.ts";

interface TimeRangeProps {
  range: string;
  time: Times;
  onRange: (range: string) => void;
  onTimes: (from: number | undefined, to: number | undefined) => void;
}

/** Length of the time that a list starts with when two times are asked for, in milliseconds. */
const FIRST_MS = 24 * 60 * 60_000;

/** Choice of a length of time, or of start and end. */
export function TimeRange({ range, time, onRange, onTimes }: TimeRangeProps): ReactElement {
  const choose = (chosen: string): void => {
    if (chosen !== CUSTOM) return onRange(chosen);
    const now = Math.ceil(Date.now() / 60_000) * 60_000;
    return onTimes(now - (time.lastMs ?? FIRST_MS), now);
  };
  return (
    <>
      <select aria-label="Time" className="field" value={range} onChange={({ target }) => choose(target.value)}>
        {Object.entries(RANGES).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
        <option value={CUSTOM}>From – to</option>
      </select>
      {range === CUSTOM && (
        <span className="flex flex-wrap items-center gap-1">
          <TimeField label="From" time={time.from} onTime={(from) => onTimes(from, time.to)} />
          –
          <TimeField label="To" time={time.to} onTime={(to) => onTimes(time.from, to)} />
        </span>
      )}
    </>
  );
}

interface TimeFieldProps {
  label: string;
  time: number | undefined;
  onTime: (time: number | undefined) => void;
}

/** Field for a time in the time zone of the browser. It counts when the field is left, or with the key Enter. */
function TimeField({ label, time, onTime }: TimeFieldProps): ReactElement {
  const take = ({ value, defaultValue }: HTMLInputElement): void => {
    if (value !== defaultValue) onTime(value === "" ? undefined : new Date(value).getTime());
  };
  const text = time === undefined ? "" : localText(time);
  return (
    <input
      key={text}
      type="datetime-local"
      step={1}
      aria-label={label}
      defaultValue={text}
      className="field"
      onBlur={({ currentTarget }) => take(currentTarget)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") take(currentTarget);
      }}
    />
  );
}

/** Returns a time as a field for local times takes it. */
function localText(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
