import type { Fields } from "@svc/core/internal/messages";
import type { ReactElement } from "react";
import { JsonValue } from "../components/json-value.tsx";
import { Section } from "./section.tsx";

/** Beginning of the names under which the service keeps what a process said of itself. */
const OF_PROCESS = /^(resourceAttributes|scope)\./;

/** Metadata of an observation: what the application wrote, and folded below it what its process said of itself. */
export function Metadata({ fields }: { fields: Fields }): ReactElement | null {
  const entries = Object.entries(fields);
  const [own, ofProcess] = [false, true].map((isWanted) =>
    Object.fromEntries(entries.filter(([name]) => OF_PROCESS.test(name) === isWanted)),
  );
  if (entries.length === 0) return null;
  return (
    <Section title="Metadata">
      {Object.keys(own!).length > 0 && <JsonValue value={own} isOpen />}
      {Object.keys(ofProcess!).length > 0 && <JsonValue name="process and instrumentation" value={ofProcess} />}
    </Section>
  );
}
