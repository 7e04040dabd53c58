// Process in which the client of Bedrock is called in turn without recording and with one contender that records. See
// `bedrock.ts`.
import { measureCalls, prepareCalls, type CallOrder, type Calls, type CallTurnOrder } from "../calls/call-rounds.ts";
import { answerOrder } from "../child.ts";
import { registerGlobally } from "../contender/open-telemetry.ts";
import { answering, type Scenario } from "./bedrock-answers.ts";
import { bedrockCopies, RECORDERS, type BedrockCopy, type RecorderName } from "./bedrock-contender.ts";

const question = "Which ocean is the largest, and by how much? ".repeat(11);
const modelId = "us.anthropic.claude-sonnet-4-20250514-v1:0";
const conversation = {
  modelId,
  system: [{ text: "Answer in one paragraph." }],
  messages: [{ role: "user", content: [{ text: question }] }],
  inferenceConfig: { maxTokens: 400, temperature: 0.2 },
};
const body = JSON.stringify({
  anthropic_version: "bedrock-2023-05-31",
  max_tokens: 400,
  temperature: 0.2,
  system: "Answer in one paragraph.",
  messages: [{ role: "user", content: question }],
});
const invocation = { modelId, contentType: "application/json", body };

const COMMANDS: Readonly<Record<Scenario, (sdk: BedrockCopy["sdk"]) => object>> = {
  converse: ({ ConverseCommand }) => new ConverseCommand(conversation),
  converseStream: ({ ConverseStreamCommand }) => new ConverseStreamCommand(conversation),
  invoke: ({ InvokeModelCommand }) => new InvokeModelCommand(invocation),
  invokeStream: ({ InvokeModelWithResponseStreamCommand }) => new InvokeModelWithResponseStreamCommand(invocation),
};

/** Returns the call of a copy of the package. It reads a stream to its end. */
function callOf({ sdk, makeClient }: BedrockCopy, scenario: Scenario): () => Promise<unknown> {
  const client = makeClient(answering(scenario));
  const isStreamed = scenario === "converseStream" || scenario === "invokeStream";
  return async () => {
    const answer = await client.send(COMMANDS[scenario](sdk));
    if (!isStreamed) return answer;
    let events = 0;
    for await (const event of (answer.stream ?? answer.body) as AsyncIterable<unknown>) if (event) events++;
    return events;
  };
}

/** Prepares the calls of an order. */
export function bedrockCalls(order: CallTurnOrder<RecorderName, Scenario>): Calls {
  const { recorder, scenario } = order;
  return prepareCalls(order, RECORDERS[recorder], (provider) => {
    registerGlobally(RECORDERS[recorder].line, provider);
    const [bare, recorded] = bedrockCopies(recorder, provider);
    return [callOf(bare, scenario), callOf(recorded, scenario)];
  });
}

if (import.meta.main) {
  await answerOrder((order: CallOrder<RecorderName, Scenario>) => measureCalls(order, bedrockCalls(order)));
}
