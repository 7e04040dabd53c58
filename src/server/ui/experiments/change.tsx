import type { ReactElement } from "react";

interface ChangeProps {
  before: number | undefined;
  after: number | undefined;
  /** Formats the amount of the change, which is above 0. */
  text: (amount: number) => string;
  /** Direction that is an improvement. Default: up. */
  better?: "up" | "down";
}

/** Change against the baseline: an arrow, the amount, and green for an improvement. Nothing for no change. */
export function Change({ before, after, text, better = "up" }: ChangeProps): ReactElement | null {
  if (before === undefined || after === undefined) return null;
  const change = after - before;
  const amount = text(Math.abs(change));
  if (change === 0 || amount === "") return null;
  const isUp = change > 0;
  return (
    <span className={`whitespace-nowrap ${isUp === (better === "up") ? "text-green" : "text-red"}`}>
      <span aria-hidden>{isUp ? "▲" : "▼"}</span>
      <span className="sr-only">{isUp ? "up" : "down"} </span>
      {amount}
    </span>
  );
}
