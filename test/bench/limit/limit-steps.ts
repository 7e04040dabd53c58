// Process that does what no exporter of observations can leave out, step by step. See `limit.ts`.
import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { compressorFor } from "../../../src/otel/platform/node/compression.ts";
import { answerOrder } from "../child.ts";
import { createContender } from "../contender/contender.ts";
import { createContents, type ObservationContent } from "../contender/observation-content.ts";
import { enableContext, loadOpenTelemetry } from "../contender/open-telemetry.ts";

/** Order to the process. */
export interface LimitOrder {
  /** Address that takes bodies. */
  readonly url: string;
  readonly observations: number;
  readonly rounds: number;
  readonly warmUpRounds: number;
}

/** What a step costs for each observation. */
export interface LimitStep {
  readonly name: string;
  /** Bytes that the step makes of one observation. */
  readonly bytes: number;
  /** CPU time of the whole process in microseconds: one entry per round. */
  readonly cpu: readonly number[];
}

/** Work on all observations; resolves with the bytes that it made. */
type Step = () => number | Promise<number>;

const contents = createContents();

async function carryOut({ url, observations, rounds, warmUpRounds }: LimitOrder): Promise<LimitStep[]> {
  const bodies = await exportedBodies(observations);
  const compressor = compressorFor("gzip")!;
  const packed = await Promise.all(bodies.map((body) => compressor.compress(body)));
  const largest = Buffer.alloc(Math.max(...bodies.map(({ length }) => length)));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const steps: Readonly<Record<string, Step>> = {
    "JSON of input, output, metadata and usage": () => {
      let length = 0;
      for (let n = 0; n < observations; n++) length += textsOf(contents[n % contents.length]!);
      return length;
    },
    "OTLP bytes, written once": () => {
      let length = 0;
      for (const body of bodies) length += body.copy(largest);
      return length;
    },
    "OTLP bytes, compressed": async () => {
      let length = 0;
      for (const body of bodies) length += (await compressor.compress(body)).length;
      return length;
    },
    "compressed bytes, sent": async () => {
      let length = 0;
      for (const body of packed) length += await send(url, agent, body);
      return length;
    },
  };
  const results: LimitStep[] = [];
  for (const [name, step] of Object.entries(steps)) {
    for (let round = 0; round < warmUpRounds; round++) await step();
    const cpu: number[] = [];
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage();
      bytes = await step();
      const { user, system } = process.cpuUsage(before);
      cpu.push((user + system) / observations);
    }
    results.push({ name, bytes: bytes / observations, cpu });
  }
  agent.destroy();
  return results;
}

/** Returns the uncompressed bodies of the requests in which this SDK exports some observations. */
async function exportedBodies(observations: number): Promise<Buffer[]> {
  const bodies: Buffer[] = [];
  const receive = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(Buffer.concat(await asked.toArray()));
    response.end();
  };
  const server = createServer((asked, response) => void receive(asked, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  enableContext("otel-3", loadOpenTelemetry("otel-3"));
  const { port } = server.address() as AddressInfo;
  const contender = createContender("otel-3", "svc", { url: `http://127.0.0.1:${port}` });
  contender.activate();
  for (let n = 0; n < observations; n++) contender.observe(contents[n % contents.length]!);
  await contender.shutdown();
  server.closeAllConnections();
  server.close();
  return bodies;
}

/** Serialises what an observation holds; returns the length of the texts. */
function textsOf({ input, output, metadata, usageDetails }: ObservationContent): number {
  let length = JSON.stringify(input).length + JSON.stringify(output).length + JSON.stringify(usageDetails).length;
  for (const key in metadata) length += JSON.stringify(metadata[key]).length;
  return length;
}

/** Sends a body, waits for the answer and returns the number of bytes. */
function send(url: string, agent: Agent, body: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/x-protobuf",
      "content-encoding": "gzip",
      "content-length": body.length,
    };
    const asked = request(`${url}/v1/traces`, { method: "POST", agent, headers }, (response) =>
      response.resume().once("end", () => resolve(body.length)),
    );
    asked.once("error", reject).end(body);
  });
}

await answerOrder(carryOut);
