// Talks to a stand-in of the Live API with @google/genai, and prints what the application sees.
import { createRequire } from "node:module";
import { join } from "node:path";

const { WebSocketServer } = createRequire(join(process.cwd(), "main.cjs"))("ws");
const MODEL = "gemini-2.5-flash-live";
const AUDIO = Buffer.alloc(4_800, 1).toString("base64");

const turn = (parts) => ({ serverContent: { modelTurn: { role: "model", parts } } });
const piece = { inlineData: { mimeType: "audio/pcm;rate=24000", data: AUDIO } };
const DONE = { serverContent: { turnComplete: true } };
const USAGE = {
  usageMetadata: {
    promptTokenCount: 20,
    responseTokenCount: 9,
    thoughtsTokenCount: 4,
    totalTokenCount: 33,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: 20 }],
    responseTokensDetails: [{ modality: "AUDIO", tokenCount: 9 }],
  },
};

/** Messages of the server for each message of the client, in order. */
const ANSWERS = [
  [{ setupComplete: { sessionId: "session_1" } }],
  [turn([{ text: "Hel" }]), turn([{ text: "lo" }]), { ...DONE, ...USAGE }],
  [{ toolCall: { functionCalls: [{ id: "call_1", name: "weather", args: { city: "Oslo" } }] }, ...USAGE }],
  [
    turn([piece]),
    { serverContent: { outputTranscription: { text: "It is " } } },
    turn([piece]),
    { serverContent: { outputTranscription: { text: "7 degrees." } } },
    { ...DONE, ...USAGE },
  ],
  [],
  [
    { serverContent: { inputTranscription: { text: "And in Bergen?" } } },
    turn([piece]),
    { serverContent: { interrupted: true } },
    { ...DONE, ...USAGE },
  ],
  [turn([{ text: "Well" }])],
];

/** Runs a conversation over one connection. */
export async function talk({ GoogleGenAI }) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await new Promise((resolve) => void server.once("listening", resolve));
  const received = [];
  server.on("connection", (socket) => {
    let place = 0;
    socket.on("message", (data) => {
      received.push(JSON.parse(data.toString()));
      for (const message of ANSWERS[place++] ?? []) socket.send(JSON.stringify(message));
    });
  });
  const ai = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: `http://127.0.0.1:${server.address().port}/` } });
  const seen = [];
  let onNext = () => {};
  const next = (test) => new Promise((resolve) => void (onNext = (message) => test(message) && resolve(message)));
  const closed = Promise.withResolvers();
  const callbacks = {
    onopen() {
      seen.push(["open", this === callbacks]);
    },
    onmessage(message) {
      seen.push(["message", this === callbacks, message.constructor.name, message.text]);
      onNext(message);
    },
    onclose(event) {
      seen.push(["close", this === callbacks, event.code]);
      closed.resolve();
    },
  };
  const params = {
    model: MODEL,
    config: { responseModalities: ["AUDIO"], systemInstruction: "Be brief.", temperature: 0.5 },
    callbacks,
  };
  const session = await ai.live.connect(params);
  seen.push([
    "session",
    session.constructor.name,
    Object.keys(session),
    Object.keys(params),
    params.callbacks === callbacks,
  ]);
  const isDone = ({ serverContent }) => serverContent?.turnComplete === true;

  let answer = next(isDone);
  session.sendClientContent({ turns: "Hello" });
  await answer;
  answer = next(({ toolCall }) => toolCall !== undefined);
  session.sendClientContent({ turns: [{ role: "user", parts: [{ text: "How warm is it in Oslo?" }] }] });
  const { toolCall } = await answer;
  answer = next(isDone);
  session.sendToolResponse({
    functionResponses: [{ id: toolCall.functionCalls[0].id, name: "weather", response: { degrees: 7 } }],
  });
  await answer;
  answer = next(isDone);
  session.sendRealtimeInput({ audio: { data: AUDIO, mimeType: "audio/pcm;rate=16000" } });
  session.sendRealtimeInput({ audio: { data: AUDIO, mimeType: "audio/pcm;rate=16000" } });
  await answer;
  answer = next(({ text }) => text === "Well");
  session.sendClientContent({ turns: "Go on" });
  await answer;
  session.close();
  await closed.promise;
  server.close();
  console.log(JSON.stringify({ seen, received }));
}
