/** Kind of the delivered items. */
export type Cargo = "span" | "score" | "media";

/** Items that were not delivered, or may not have been, and the reason. */
export interface Loss {
  readonly cargo: Cargo;
  readonly count: number;
  readonly reason: string;
  /** True when the items are not lost: a later process delivers them. */
  readonly isKept?: boolean;
  /** True when the service may have taken the items: a request with them was sent, and its answer did not come. */
  readonly mayHaveArrived?: boolean;
}

const PLURALS: Readonly<Record<Cargo, string>> = { span: "spans", score: "scores", media: "media" };

/** Returns the lost amount as text: `3 spans were lost`, or `3 spans may not have arrived`. */
export function amountLost(cargo: Cargo, count: number, mayHaveArrived = false): string {
  if (mayHaveArrived) return `${count} ${count === 1 ? cargo : PLURALS[cargo]} may not have arrived`;
  return `${count} ${count === 1 ? `${cargo} was` : `${PLURALS[cargo]} were`} lost`;
}

/** Returns the amount of spans that a later process delivers as text. */
export function amountKept(count: number): string {
  return `${count} ${count === 1 ? "span stays" : "spans stay"} in SVC_SPOOL_DIR for the next process`;
}

export function describeLoss({ cargo, count, reason, mayHaveArrived }: Loss): string {
  return `${amountLost(cargo, count, mayHaveArrived)}: ${reason}`;
}
