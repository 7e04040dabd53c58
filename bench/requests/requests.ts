// Measures what a preload adds to the requests of a web application: a route that calls no model, and one that calls one. Every contender
// is a process of its own, which takes its turn in each round. Requests come over kept connections from this process, which also answers
// as the model.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Effort } from "../effort.ts";
import { installationFolder } from "../installations.ts";
import { interleave } from "../rounds.ts";
import { AUTO, OURS, PLAIN, type Starter } from "../startup/startup.ts";
import { median, medianRatio } from "../statistics.ts";
import { type Cell, figure, type Table } from "../table.ts";

const ROUTES = [
  { path: "/greeting", title: "A request that calls no model" },
  { path: "/chat", title: "A request with one chat completion" },
];

/** Requests at a time. */
const CONNECTIONS = 8;

const WORK = {
  full: { rounds: 11, requests: 2_000, warmUp: 6_000 },
  smoke: { rounds: 1, requests: 20, warmUp: 20 },
} as const;

const STARTERS: readonly Starter[] = [{ name: PLAIN, node: [] }, OURS, AUTO];

const BODY = JSON.stringify({ name: "Ada" });

/** Figures of one round of a contender. */
interface Round {
  /** CPU of the application for each request, in µs. */
  readonly cpu: number;
  /** Requests answered in a second. */
  readonly throughput: number;
  /** Resident memory after the round, in bytes. */
  readonly rss: number;
}

/** Measures both routes, each with processes of its own. */
export async function benchRequests(effort: Effort): Promise<Table[]> {
  const [model, sink] = await Promise.all([startModel(), startSink()]);
  const tables: Table[] = [];
  for (const { path, title } of ROUTES) {
    const applications = await Promise.all(
      STARTERS.map((starter) => Application.start(starter, urlOf(model), urlOf(sink))),
    );
    const { rounds, requests, warmUp } = WORK[effort];
    for (const application of applications) await application.measure(path, warmUp);
    const measured = await interleave(applications, rounds, (application) => application.measure(path, requests));
    const plain = measured.get(PLAIN)!;
    tables.push({
      title,
      head: ["Preload", "CPU µs", "CPU × plain", "requests/s", "requests/s × plain", "RSS MB", "RSS added MB"],
      rows: [...measured].map(([name, list]) => ([name] as Cell[]).concat(figures(list, plain))),
      notes: [
        `Medians of ${rounds} interleaved rounds of ${requests} requests; ratios are medians of the ratios within a round.`,
      ],
    });
    for (const application of applications) application.end();
  }
  model.close();
  sink.close();
  return tables;
}

function figures(list: readonly Round[], plain: readonly Round[]): Cell[] {
  const of = (key: keyof Round): [number[], number[]] => [
    list.map((round) => round[key]),
    plain.map((round) => round[key]),
  ];
  const [[cpu, plainCpu], [throughput, plainThroughput], [rss, plainRss]] = [of("cpu"), of("throughput"), of("rss")];
  const added = median(rss) - median(plainRss);
  return [
    figure(median(cpu)),
    figure(medianRatio(cpu, plainCpu), 2),
    figure(median(throughput), 0),
    figure(medianRatio(throughput, plainThroughput), 2),
    figure(median(rss) / 1e6, 0),
    figure(added / 1e6, 0),
  ];
}

class Application {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  private constructor(name: string, child: ChildProcess, port: number) {
    this.name = name;
    this.#child = child;
    this.#port = port;
  }

  static async start({ name, node, env }: Starter, model: string, service: string): Promise<Application> {
    const folder = installationFolder("startup");
    const child = fork(join(folder, "routes.mjs"), {
      cwd: folder,
      execArgv: [...node],
      env: { PATH: process.env["PATH"], MODEL_URL: model, ...env, ...addressesIn(env, service) },
    });
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    return new Application(name, child, port);
  }

  /** Sends requests, `CONNECTIONS` at a time, and returns what they cost. */
  async measure(path: string, requests: number): Promise<Round> {
    const before = await this.#usage();
    const begin = performance.now();
    let left = requests;
    const send = async (): Promise<void> => {
      while (left-- > 0) await this.#post(path);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, send));
    const seconds = (performance.now() - begin) / 1000;
    const { cpu, rss } = await this.#usage();
    return { cpu: (cpu - before.cpu) / requests, throughput: requests / seconds, rss };
  }

  end(): void {
    this.#agent.destroy();
    this.#child.kill("SIGKILL");
  }

  async #usage(): Promise<{ cpu: number; rss: number }> {
    this.#child.send("usage");
    const [usage] = (await once(this.#child, "message")) as [{ cpu: number; rss: number }];
    return usage;
  }

  #post(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json", "content-length": BODY.length };
      const options = { port: this.#port, host: "127.0.0.1", path, method: "POST", agent: this.#agent, headers };
      const sent = request(options, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} of ${this.name} answered ${response.statusCode}.`));
        response.resume().once("end", resolve);
      });
      sent.once("error", reject).end(BODY);
    });
  }
}

/** Returns the variables that hold an address at which nothing listens, with the address of the sink in it. */
function addressesIn(env: Starter["env"] = {}, service: string): Record<string, string> {
  const names = Object.keys(env).filter((name) => /_BASE_URL$|_ENDPOINT$/.test(name));
  return Object.fromEntries(names.map((name) => [name, service]));
}

async function startModel(): Promise<Server> {
  const answer = JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "gpt-5",
    choices: [{ index: 0, message: { role: "assistant", content: "Hello, Ada" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 },
  });
  return listening(
    createServer((asked, response) =>
      asked.resume().once("end", () => response.setHeader("content-type", "application/json").end(answer)),
    ),
  );
}

/** Starts what takes the spans of every contender. */
async function startSink(): Promise<Server> {
  return listening(createServer((asked, response) => asked.resume().once("end", () => response.end())));
}

async function listening(server: Server): Promise<Server> {
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
