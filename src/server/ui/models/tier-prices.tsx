import type { PricingTier } from "@svc/core/api";
import type { ReactElement } from "react";

/** Prices are given for one unit, and read for a million. */
const MILLION = 1_000_000;

/** Kinds of usage that most calls have. */
const MAIN: ReadonlySet<string> = new Set(["input", "output", "input_cached_tokens", "total"]);

const PRICE = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** Prices of a model by kind of usage. Those of the tiers after the first are shown on request. */
export function TierPrices({ tiers }: { tiers: readonly PricingTier[] }): ReactElement {
  const [first, ...others] = tiers.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
  return (
    <>
      {first !== undefined && <Prices tier={first} />}
      {others.map((tier) => (
        <details key={tier.id}>
          <summary className="text-soft cursor-pointer leading-6">{tier.name}</summary>
          <Prices tier={tier} />
        </details>
      ))}
    </>
  );
}

/** Prices of a tier. Those of input, output and cache stand first; where there are many more, those are folded. */
function Prices({ tier }: { tier: PricingTier }): ReactElement {
  const all = Object.entries(tier.prices);
  const main = all.filter(([usage]) => MAIN.has(usage));
  const others = all.filter(([usage]) => !MAIN.has(usage));
  if (main.length === 0 || others.length <= 1) return <PriceList prices={all} />;
  return (
    <>
      <PriceList prices={main} />
      <details>
        <summary className="text-soft cursor-pointer leading-6">{others.length} more</summary>
        <PriceList prices={others} />
      </details>
    </>
  );
}

function PriceList({ prices }: { prices: ReadonlyArray<[usage: string, price: number]> }): ReactElement {
  return (
    <dl className="flex flex-wrap gap-x-4">
      {prices.map(([usage, price]) => (
        <div key={usage} className="flex min-w-0 gap-1">
          <dt className="text-soft min-w-0 break-words">{usage}</dt>
          <dd className="tabular-nums">{PRICE.format(price * MILLION)}</dd>
        </div>
      ))}
    </dl>
  );
}
