import { once } from "node:events";
import { startChild } from "../child.ts";

/** Commands to a sink: refuse connections, accept them again, or count the spans of one contender. */
export type SinkCommand = { readonly do: "refuse" | "accept" } | { readonly do: "count"; readonly label: string };

/** Spans and bytes that one contender delivered. */
export interface Arrived {
  /** Distinct span ids. */
  readonly spans: number;
  readonly requests: number;
  /** Bytes of the bodies as received, compressed. */
  readonly bytes: number;
  /** Media that arrived on its own, and its bytes. */
  readonly uploads: number;
  readonly uploadedBytes: number;
}

/** Service in a separate process that accepts every export, keeps the body and counts the spans on request. */
export interface Sink {
  /** Returns the base address for one contender. Its spans are counted under the label. */
  url(label: string): string;
  /** Closes the port and every connection, as when a service is down. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Returns the spans and bytes received under a label so far, and forgets them. */
  count(label: string): Promise<Arrived>;
  close(): Promise<void>;
}

/** Starts a sink on a free port of this machine. */
export async function startSink(): Promise<Sink> {
  const child = startChild("delivery/sink-process.ts");
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
