import type { ReactElement } from "react";
import { Link } from "wouter";
import { Text } from "../components/text.tsx";

/** Link as the value of a fact about an observation. */
export function FactLink({ href, children }: { href: string; children: string }): ReactElement {
  return (
    <Link href={href} className="text-link flex min-w-0 underline">
      <Text>{children}</Text>
    </Link>
  );
}
