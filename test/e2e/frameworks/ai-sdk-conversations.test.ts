// Recorded conversations with Anthropic and Google, through the AI SDK's own packages for both, in every major version.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../../support/server/local-service.ts";
import { byName, treesOf, type Tree } from "../../support/server/observation-trees.ts";
import { testedVersions } from "../../support/tested-versions.ts";

const CLAUDE = "generation chat claude-sonnet-4-5";
const GEMINI = "generation chat gemini-2.5-flash";

/**
 * Returns the trees of the conversations in a major version. Version 4 tells neither thoughts, nor tokens of pictures, nor what tools of Google
 * add. The last number of a search is that of its requests.
 */
function conversationsOf(major: number): Tree[] {
  const trees: Tree[] = [
    ["span thinking", [`${CLAUDE} 46+407`]],
    ["agent tools", [`${CLAUDE} 398+155`], ["tool get_user_country"], [`${CLAUDE} 566+126`]],
    [
      "agent parallel",
      [`${CLAUDE} 423+202`],
      ...Array.from({ length: 4 }, (): Tree => ["tool retrieve_entity_info"]),
      [`${CLAUDE} 771+77`],
    ],
    ["span stream", [`${CLAUDE} 17+158`]],
    ["span redacted", [`${CLAUDE} 92+189`]],
    ["span picture", [`${GEMINI} ${major < 5 ? "1817" : "1806+11"}+5`]],
    ["span thought", [`${GEMINI} 17${major < 5 ? "" : "+19"}`]],
    ["span cutShort", [`${GEMINI} 15${major < 5 ? "" : "+2"}`]],
    ["agent function", [`${GEMINI} 21+6`], ["tool customDivide The tool was not executed in this call"]],
    ["span story", [`${GEMINI} 11+132`]],
  ];
  if (major >= 5) {
    trees.push(["agent search", [`${CLAUDE} 31772+644+2`], ["tool web_search"], ["tool web_search"]]);
    trees.push(["agent grounded", [`${GEMINI} 119+412+241`]]);
  }
  return trees;
}

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

describe.each(testedVersions([7, 6, 5, 4], [7, 5]))("conversations through the AI SDK %i", (major) => {
  let bare: ApplicationRun;
  let preloaded: ApplicationRun;
  let recorded: StoredObservation[];
  beforeAll(async () => {
    const cwd = await installed(`ai-sdk-${major}`);
    const args = ["conversations.mjs"];
    const environment = `ai-sdk-${major}`;
    bare = await runProgram({ cwd, args });
    const env = { ...sendingTo(service.url), SVC_TRACING_ENVIRONMENT: environment };
    preloaded = await runProgram({ cwd, args, node: ["--import", PRELOAD_FILE], env });
    recorded = await service.observations({ limit: "1000", environment });
  }, 240_000);

  test("conversations give the same output with and without the preload", () => {
    expect(preloaded).toEqual(bare);
    expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("are trees with the tokens of each model call", () => {
    expect(byName(treesOf(recorded))).toEqual(byName(conversationsOf(major)));
  });

  test("have thoughts and texts as the model gave them", () => {
    const outputOf = (name: string): unknown => {
      const { traceId } = recorded.find((each) => each.name === name)!;
      const { output } = recorded.find((each) => each.traceId === traceId && each.type === "GENERATION")!;
      return JSON.parse(output!);
    };
    const text = (start: string): object => ({ role: "assistant", content: expect.stringMatching(`^${start}`) });
    expect(outputOf("thinking")).toMatchObject({ content: [{ type: "reasoning" }, { type: "text" }] });
    expect(outputOf("stream")).toEqual(text("Sure, here's a joke"));
    expect(outputOf("picture")).toEqual(text("That is a potato"));
    expect(outputOf("story")).toEqual(text("Rain lashed"));
    expect(outputOf("function")).toMatchObject({
      content: [{ type: "tool-call", toolName: "customDivide", input: { denominator: 2, numerator: 100 } }],
    });
  });
});
