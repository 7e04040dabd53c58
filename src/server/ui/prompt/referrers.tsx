import type { ReactElement } from "react";
import { Link } from "wouter";
import { Text } from "../components/text.tsx";
import type { Referrer, VersionMeta } from "../data/prompt-history.ts";
import { useProject } from "../data/project.tsx";
import { Section } from "../observation/section.tsx";
import { promptAddress } from "../prompts/prompt-addresses.ts";

/** Prompts that include the text of the version that is shown. */
export function Referrers({
  referrers,
  shown,
}: {
  referrers: readonly Referrer[];
  shown: VersionMeta;
}): ReactElement | null {
  const project = useProject();
  const here = referrers.filter(({ referredVersion, referredLabel }) =>
    referredVersion === null ? shown.labels.includes(referredLabel ?? "") : referredVersion === shown.version,
  );
  if (here.length === 0) return null;
  return (
    <Section title="Part of">
      <ul>
        {here.map(({ name, version }) => (
          <li key={`${version} ${name}`}>
            <Link href={promptAddress(project, name, version)} className="text-link flex gap-1 hover:underline">
              <Text>{name}</Text> version {version}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
