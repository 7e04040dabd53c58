/** Kind of the delivered items. */
export type Cargo = "span" | "score" | "media";

/** Items that were not delivered, and the reason. */
export interface Loss {
  readonly cargo: Cargo;
  readonly count: number;
  readonly reason: string;
}

const PLURALS: Readonly<Record<Cargo, string>> = { span: "spans", score: "scores", media: "media" };

/** Returns the lost amount as text, such as `3 spans were lost`. */
export function amountLost(cargo: Cargo, count: number): string {
  return `${count} ${count === 1 ? `${cargo} was` : `${PLURALS[cargo]} were`} lost`;
}

/** Returns a loss and its reason as text. */
export function describeLoss({ cargo, count, reason }: Loss): string {
  return `${amountLost(cargo, count)}: ${reason}`;
}
