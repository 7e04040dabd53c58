import {
  itemEvents,
  response,
  session,
  spokenMessage,
  userMessage,
} from "../../integration/openai/realtime/realtime-events.ts";
import { type ApiEvent, type Peer, startRealtimeServer } from "../../integration/openai/realtime/realtime-server.ts";
import { type Answer, answerAskedFor } from "./answers.ts";
import { realtimeUsage } from "./door.ts";
import { responseWire } from "./wires/openai.ts";

/** Server of the Realtime API and of the Responses API over a socket, with the usage of the answer whose index the question has. */
export interface UsageSockets {
  readonly url: string;
  close(): void;
}

/** Starts the server on loopback, on TLS. */
export async function startUsageSockets(): Promise<UsageSockets> {
  const server = await startRealtimeServer();
  server.script = (peer) => (peer.path.includes("/realtime") ? speak(peer) : respond(peer));
  return { url: `https://127.0.0.1:${server.port}`, close: () => server.close() };
}

async function speak(peer: Peer): Promise<void> {
  const model = new URL(peer.path, "ws://stand-in").searchParams.get("model");
  peer.send({ type: "session.created", event_id: "event_1", session: session({ model }) });
  const question = JSON.stringify((await peer.next("conversation.item.create")).item);
  peer.send(...itemEvents(userMessage("item_1", question)));
  await peer.next("response.create");
  const item = spokenMessage("item_2", "Hi");
  const output = { response_id: "resp_1", output_index: 0, item };
  const usage = realtimeUsage(answerOf(question).amounts);
  peer.send(
    { type: "response.created", response: response("resp_1") },
    { type: "response.output_item.added", ...output },
    { type: "response.output_item.done", ...output },
    { type: "response.done", response: response("resp_1", { status: "completed", output: [item], usage }) },
  );
}

async function respond(peer: Peer): Promise<void> {
  const { model, amounts } = answerOf(JSON.stringify(await peer.next("response.create")));
  peer.send(...(responseWire(model, amounts).events as unknown as readonly ApiEvent[]));
}

function answerOf(question: string): Answer {
  const answer = answerAskedFor(question);
  if (answer === undefined) throw new Error(`No answer is asked for: ${question}`);
  return answer;
}
