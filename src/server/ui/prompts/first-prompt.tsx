import type { ReactElement } from "react";
import { EmptyState } from "../components/empty-state.tsx";

/** Program that creates the first prompt. */
const PROGRAM = `npm install @svc/client

import { SvcClient } from "@svc/client";

const client = new SvcClient();
await client.prompt.create({
  name: "greeting",
  prompt: "Greet {{name}} in {{language}}.",
  labels: ["production"],
});`;

/** Help for a project without prompts: the next step. */
export function FirstPrompt(): ReactElement {
  return (
    <EmptyState title="There is no prompt yet" code={PROGRAM}>
      A prompt that is kept here changes without a release of the application, and shows which answers each of its
      versions gave. Create one with the button above, or from a program:
    </EmptyState>
  );
}
