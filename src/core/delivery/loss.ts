/** Kind of the delivered items. */
export type Cargo = "span" | "score" | "media";

/** Items that were not delivered, and the reason. */
export interface Loss {
  readonly cargo: Cargo;
  readonly count: number;
  readonly reason: string;
  /** True when the items are not lost: a later process delivers them. */
  readonly isKept?: boolean;
}

const PLURALS: Readonly<Record<Cargo, string>> = { span: "spans", score: "scores", media: "media" };

/** Returns the lost amount as text, such as `3 spans were lost`. */
export function amountLost(cargo: Cargo, count: number): string {
  return `${count} ${count === 1 ? `${cargo} was` : `${PLURALS[cargo]} were`} lost`;
}

/** Returns the amount of spans that a later process delivers as text. */
export function amountKept(count: number): string {
  return `${count} ${count === 1 ? "span stays" : "spans stay"} in SVC_SPOOL_DIR for the next process`;
}

/** Returns a loss and its reason as text. */
export function describeLoss({ cargo, count, reason }: Loss): string {
  return `${amountLost(cargo, count)}: ${reason}`;
}
