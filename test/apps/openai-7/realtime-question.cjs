/** Asks a Realtime session at the port in `REALTIME_PORT` once, prints what it answers, and closes the connection. */
exports.ask = function ask(OpenAI, OpenAIRealtimeWS) {
  const client = new OpenAI({ apiKey: "none", baseURL: `https://127.0.0.1:${process.env.REALTIME_PORT}/v1` });
  const options = { rejectUnauthorized: false };
  const session = new OpenAIRealtimeWS({ model: "gpt-realtime", options }, client);
  session.on("event", ({ type }) => console.log(type));
  session.on("response.done", ({ response }) => {
    console.log(JSON.stringify(response.output));
    session.close();
  });
  session.socket.on("open", () => {
    const content = [{ type: "input_text", text: "Name one ocean." }];
    session.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
    session.send({ type: "response.create" });
  });
  session.socket.on("close", (code) => console.log("closed", code));
};
