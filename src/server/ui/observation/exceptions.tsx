import { isJsonObject } from "@svc/core/internal/messages";
import type { ReactElement } from "react";
import { LongText } from "../components/long-text.tsx";
import { Text } from "../components/text.tsx";
import { Section } from "./section.tsx";

/** Exceptions that were recorded on an observation, with their stacks. */
export function Exceptions({ exceptions }: { exceptions: readonly unknown[] }): ReactElement | null {
  if (exceptions.length === 0) return null;
  return (
    <Section title="Exceptions">
      {exceptions.filter(isJsonObject).map((exception, index) => {
        const { type, message, stacktrace } = exception;
        const head = [type, message].filter((part) => typeof part === "string").join(": ");
        return (
          <div key={`${index} ${head.slice(0, 100)}`} className="border-red mb-2 rounded-md border p-2">
            <p className="text-red flex font-semibold">
              <Text>{head}</Text>
            </p>
            {typeof stacktrace === "string" && <LongText isCode>{stacktrace}</LongText>}
          </div>
        );
      })}
    </Section>
  );
}
