// Searches by the distance of vectors with pgvector's operator, against a stand-in that speaks Postgres' protocol.
import { createServer } from "node:net";
import pg from "pg";

const message = (type, ...parts) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int = (value, bytes) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
};
const text = (value) => Buffer.from(`${value}\0`);
const value = (content) => Buffer.concat([int(content.length, 4), Buffer.from(content)]);
const column = (name, type) =>
  Buffer.concat([text(name), int(0, 4), int(0, 2), int(type, 4), int(-1, 2), int(-1, 4), int(0, 2)]);

const READY = message("Z", Buffer.from("I"));
const STARTED = Buffer.concat([message("R", int(0, 4)), READY]);
const ROWS = Buffer.concat([
  message("1"),
  message("2"),
  message("T", int(2, 2), column("title", 25), column("distance", 701)),
  message("D", int(2, 2), value("Onion soup"), value("0.25")),
  message("C", text("SELECT 1")),
  READY,
]);
const SYNC = "S".charCodeAt(0);
const END = "X".charCodeAt(0);

const server = createServer((socket) => {
  let isStarted = false;
  socket.on("data", (data) => {
    if (!isStarted) socket.write(STARTED);
    else if (data.at(-5) === SYNC) socket.write(ROWS);
    else if (data[0] === END) socket.end();
    isStarted = true;
  });
});
await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));

const client = new pg.Client({ host: "127.0.0.1", port: server.address().port, user: "ann", database: "kitchen" });
await client.connect();
const { rows } = await client.query(
  "SELECT title, embedding <-> $1 AS distance FROM recipes ORDER BY distance LIMIT 1",
  ["[0.1,0.2,0.3]"],
);
console.log(JSON.stringify(rows));
await client.end();
server.close();
