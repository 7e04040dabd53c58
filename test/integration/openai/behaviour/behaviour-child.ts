/** Runs in a child process: plays every scenario with each endpoint, with and without the instrumentation. */
import {
  NOT_PLAYED,
  clientAt,
  methodOf,
  type ApiStream,
  type OpenAIModule,
} from "../../../support/openai/openai-client.ts";
import { FLAVOURS, type Flavour } from "./flavours.ts";
import { describeSpan, instrumentation, spans, type SpanDescription } from "../preload.ts";
import { SCENARIOS, type Stage } from "./scenarios.ts";
import { OpenAIStandIn, type Performance } from "../../../support/openai/openai-stand-in.ts";

export interface Behaviour {
  name: string;
  flavour: Flavour["name"];
  without: unknown;
  instrumented: unknown;
  spans: SpanDescription[];
  spansWithout: number;
}

export async function playAll(openai: OpenAIModule, major: number): Promise<Behaviour[]> {
  const standIn = await OpenAIStandIn.start();
  const behaviours: Behaviour[] = [];
  for (const flavour of FLAVOURS) {
    for (const [name, { play, only }] of Object.entries(SCENARIOS)) {
      if (NOT_PLAYED[major]?.[name] !== undefined || (only ?? flavour.name) !== flavour.name) continue;
      instrumentation.disable();
      const without = await play(stageOf(openai, major, standIn, flavour));
      const spansWithout = (await spans.take()).length;
      instrumentation.enable();
      const instrumented = await play(stageOf(openai, major, standIn, flavour));
      const made = (await spans.take()).map((span) => describeSpan(span));
      behaviours.push({ name, flavour: flavour.name, without, instrumented, spans: made, spansWithout });
    }
  }
  await standIn.stop();
  return behaviours;
}

function stageOf(openai: OpenAIModule, major: number, standIn: OpenAIStandIn, flavour: Flavour): Stage {
  let performance: Performance | undefined;
  const call: Stage["call"] = (method, response, params) => {
    performance = standIn.perform(response);
    return methodOf(clientAt(openai, performance.url), `${flavour.api}.${method}`, major)(params);
  };
  const create: Stage["create"] = (response, params = flavour.params, options) => {
    performance = standIn.perform(response);
    return methodOf(clientAt(openai, performance.url), `${flavour.api}.create`, major)(params, options);
  };
  return {
    openai,
    flavour,
    call,
    create,
    stream: (response) => create(response, { ...flavour.params, stream: true }) as unknown as Promise<ApiStream>,
    performance: () => performance!,
  };
}
