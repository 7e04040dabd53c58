import assert from "node:assert/strict";
import { join } from "node:path";
import { startProgram, sendingTo } from "../../support/application/run-application.ts";
import { recordingsOf, type RecordedResponse } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";
import { attributeOf, startExportSink } from "../../support/otlp/export-sink.ts";
import type { Fault, Trial } from "../fault.ts";

interface UnreadRow {
  readonly fault: string;
  /** Way in which the program does not read the answer. */
  readonly how: string;
  readonly recording: string;
  readonly exitCode: number;
  readonly outcome: string;
}

const ROWS: readonly UnreadRow[] = [
  {
    fault: "The process ends, and nobody has read the answer of a model",
    how: "a call nobody waits for",
    recording: "chat-basic",
    exitCode: 0,
    outcome: "unread",
  },
  {
    fault: "The process ends, and nobody has read the streamed answer of a model",
    how: "a stream nobody reads",
    recording: "chat-stream-usage",
    exitCode: 0,
    outcome: "unread",
  },
  {
    fault: "`process.exit()` in the middle of a streamed answer",
    how: "process.exit() in the middle of a stream",
    recording: "chat-stream-usage",
    exitCode: 3,
    outcome: "unread",
  },
  {
    fault: "`process.exit()` while a model has not answered yet",
    how: "process.exit() before the answer",
    recording: "chat-basic",
    exitCode: 3,
    outcome: "unfinished",
  },
];

/** Runs the program; its model answers from a recording, or not before the end. */
async function run({ node }: Trial, { how, recording, exitCode, outcome }: UnreadRow): Promise<string> {
  const [standIn, sink] = await Promise.all([OpenAIStandIn.start(), startExportSink()]);
  try {
    const { child, ended } = startProgram({
      cwd: import.meta.dirname,
      node,
      args: [join(import.meta.dirname, "unread-child.ts"), how],
      env: { ...sendingTo(sink.url), OPENAI_BASE_URL: standIn.perform(responseOf(recording)).url },
    });
    const { exitCode: actual, signal, stderr } = await ended;
    assert.equal(actual ?? signal, exitCode, `${child.spawnargs.join(" ")}: ${stderr}`);
    assert.equal(stderr, "");
    const found = sink.spans.map((span) => attributeOf(span, "svc.observation.metadata.outcome"));
    assert.deepEqual(found, [JSON.stringify(outcome)], "other outcomes arrived, or none");
    return `1 of 1 observations arrived, with the outcome \`${outcome}\``;
  } finally {
    await Promise.all([standIn.stop(), sink.close()]);
  }
}

function responseOf(id: string): RecordedResponse {
  return recordingsOf("chat.completions.create").find((each) => each.id === id)!.response;
}

/** Calls of a model whose answer the application does not read to its end. */
export const unreadCalls: readonly Fault[] = ROWS.map((row) => ({
  fault: row.fault,
  outcome: "The call is recorded, with the part that was read",
  failsWhen: {
    says: "the end of the process leaves open calls alone",
    find: "call.endAtExit()",
    put: "void call",
  },
  measure: (trial) => run(trial, row),
}));
