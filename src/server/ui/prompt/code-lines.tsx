import type { Prompt } from "@svc/core/api";
import type { ReactElement } from "react";
import { Section } from "../observation/section.tsx";
import { LATEST, PRODUCTION } from "../prompts/label-badges.tsx";
import { variablesOf } from "./template-variables.ts";

/** Lines of code that use a version of a prompt. */
export function CodeLines({ prompt }: { prompt: Prompt }): ReactElement {
  return (
    <Section title="Use it">
      <pre
        className="bg-panel border-line overflow-x-auto rounded-md border p-3 font-mono text-xs [unicode-bidi:isolate]"
        tabIndex={0}
        aria-label="Code"
      >
        {codeOf(prompt).join("\n")}
      </pre>
    </Section>
  );
}

function codeOf(prompt: Prompt): string[] {
  const { variables, placeholders } = variablesOf(prompt.prompt);
  const options = [...choiceOf(prompt), ...(prompt.type === "chat" ? [`type: "chat"`] : [])];
  const given = options.length === 0 ? "" : `, { ${options.join(", ")} }`;
  const filled = [
    ...(variables.length > 0 || placeholders.length > 0 ? [objectOf(variables, '"…"')] : []),
    ...(placeholders.length > 0 ? [objectOf(placeholders, "[]")] : []),
  ];
  return [
    `import { SvcClient } from "@svc/client";`,
    `import { startObservation } from "@svc/tracing";`,
    "",
    `const client = new SvcClient();`,
    `const prompt = await client.prompt.get(${JSON.stringify(prompt.name)}${given});`,
    `const input = prompt.compile(${filled.join(", ")});`,
    `const generation = startObservation("answer", { prompt, input }, { asType: "generation" });`,
  ];
}

/** Returns the option that chooses the version: none for the one that applications get by default. */
function choiceOf({ labels, version }: Prompt): string[] {
  if (labels.includes(PRODUCTION)) return [];
  const label = labels.find((one) => one !== LATEST);
  return [label === undefined ? `version: ${version}` : `label: ${JSON.stringify(label)}`];
}

function objectOf(names: readonly string[], value: string): string {
  const fields = names.map((name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${value}`);
  return `{ ${fields.join(", ")} }`;
}
