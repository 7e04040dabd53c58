import { once } from "node:events";
import { startChild } from "./child.ts";

/** What a sink can be told: to refuse connections, to accept them again, to count what a contender delivered. */
export type SinkCommand = { readonly do: "refuse" | "accept" } | { readonly do: "count"; readonly label: string };

/** What one contender delivered. */
export interface Arrived {
  /** Distinct span ids. */
  readonly spans: number;
  readonly requests: number;
  /** Bytes of the bodies, compressed as they came. */
  readonly bytes: number;
}

/** A service in a process of its own that takes every export, keeps it as it came and counts the spans when asked. */
export interface Sink {
  /** Base address for one contender; what arrives there is counted under its label. */
  url(label: string): string;
  /** Closes the port and every connection: a service that is down. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** What arrived under a label so far; it is forgotten then. */
  count(label: string): Promise<Arrived>;
  close(): Promise<void>;
}

/** Starts a sink on a free port of this machine. */
export async function startSink(): Promise<Sink> {
  const child = startChild("sink-process.ts");
  child.stderr!.pipe(process.stderr);
  const [port] = (await once(child, "message")) as [number];
  const tell = async (command: SinkCommand): Promise<unknown> => {
    child.send(command);
    const [answer] = (await once(child, "message")) as [unknown];
    return answer;
  };
  return {
    url: (label) => `http://127.0.0.1:${port}/${label}`,
    refuse: async () => void (await tell({ do: "refuse" })),
    accept: async () => void (await tell({ do: "accept" })),
    count: async (label) => (await tell({ do: "count", label })) as Arrived,
    async close() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
