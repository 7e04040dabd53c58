import { runCapitals } from "../application/capitals-experiment.ts";
import { runChat, runExample } from "../application/example.ts";
import { applicationFolder } from "../application/installation.ts";
import { PRELOAD, programOutput, sendingTo } from "../application/run-application.ts";
import { runLangChain, shown } from "../langchain/langchain-application.ts";
import { LangChainStandIn } from "../langchain/langchain-stand-in.ts";
import { APPS, PRELOAD_FILE } from "../paths.ts";
import { runPromptedApplication } from "./prompted-application.ts";

/** Ids and addresses of what the applications have made. */
export interface FilledProject {
  /** Trace of the support agent: two model calls and a tool. */
  readonly traceId: string;
  /** Trace in which the model does not answer. */
  readonly failedId: string;
  /** Chat prompt with two versions, each of which an application has used. */
  readonly prompt: string;
  /** Addresses of the results of two experiments on one dataset, as the client prints them: the second has worse answers. */
  readonly results: readonly [right: string, worse: string];
  /** Annotation queue, and its items: traces, and a session at the end. */
  readonly queueId: string;
  readonly itemIds: readonly string[];
}

const [TRACE, FAILED] = ["a".repeat(32), "c".repeat(32)] as const;

/** Customers who ask the support agent, each in a session. */
const CUSTOMERS = [
  { sessionId: "chat-1", userId: "alice", questions: ["Where is my order 1042?", "And 1043?", "Thank you"] },
  { sessionId: "chat-2", userId: "bob", questions: ["Where is my order 9?"] },
];

/** Things that are done with LangChain and LangGraph. */
const SCENARIOS = ["agent with tools", "interrupt and resume", "manual handler"];

/** Fills the local project of the service at `url` with what applications under the preload send, and with what they make by the client. */
export async function fillProject(url: string): Promise<FilledProject> {
  const right = await runCapitals(url, "right answers");
  const worse = await runCapitals(url, "worse answers", ["Japan=Kyoto", "Brazil=Rio", "Peru=!"]);
  await runExample(url, TRACE);
  await runExample(url, FAILED, { OPENAI_API_KEY: "sk-none", OPENAI_BASE_URL: `${url}/no-model/v1` });
  for (const customer of CUSTOMERS) await runChat(url, customer);
  await runScenarios(url);
  await runAnthropic(url);
  const { queueId, itemIds } = await runTeam(url);
  const prompt = "support/orders";
  for (const label of ["production", "candidate"]) await runPromptedApplication(url, prompt, label);
  return { traceId: TRACE, failedId: FAILED, prompt, results: [right, worse], queueId, itemIds };
}

async function runScenarios(serviceUrl: string): Promise<void> {
  const standIn = await LangChainStandIn.start();
  const run = await runLangChain({ app: "langchain", format: "esm", standIn, scenarios: SCENARIOS, serviceUrl });
  await standIn.stop();
  shown(run);
}

async function runAnthropic(url: string): Promise<void> {
  const cwd = await applicationFolder("anthropic-1");
  await programOutput({ cwd, node: ["--import", PRELOAD_FILE], args: ["helpers.mjs"], env: sendingTo(url) });
}

async function runTeam(url: string): Promise<Pick<FilledProject, "queueId" | "itemIds">> {
  const run = { cwd: APPS, node: PRELOAD, args: ["bookshop-team.mjs"], env: sendingTo(url) };
  return JSON.parse(await programOutput(run)) as Pick<FilledProject, "queueId" | "itemIds">;
}
