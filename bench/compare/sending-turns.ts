import { startSink } from "../delivery/sink.ts";
import { INSTALLATIONS_VARIABLE } from "../installations.ts";
import type { Build } from "./builds.ts";
import { startTurns, type Turns } from "./turns.ts";

/** Starts a program with a build's packages, and a sink for the spans it sends. `orderOf` gets the sink's address. */
export async function startSending(
  program: string,
  { name, folder }: Build,
  orderOf: (url: string) => object,
): Promise<Turns> {
  const sink = await startSink();
  const env = { [INSTALLATIONS_VARIABLE]: folder };
  const { measure, end } = await startTurns(program, orderOf(sink.url(name)), { node: ["--expose-gc"], env });
  return {
    measure,
    async end() {
      await end();
      await sink.close();
    },
  };
}
