// A runtime of AWS Lambda on this machine: starts the function in a process with the variables of the platform, gives it events by the
// platform's HTTP interface, and freezes it for good after its last answer, as the platform may.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const EVENTS = [{ review: "A wonderful book." }, { review: "The pages fell out." }];
const waiting = EVENTS.entries();

const server = createServer((request, response) => {
  if (request.url.endsWith("/invocation/next")) {
    const { value, done } = waiting.next();
    // There is no further event: the function waits until it is ended.
    if (done) child.kill("SIGKILL");
    else response.writeHead(200, headersOf(value[0])).end(JSON.stringify(value[1]));
  } else {
    void print(request, response);
  }
});

function headersOf(number) {
  return {
    "lambda-runtime-aws-request-id": `request-${number}`,
    "lambda-runtime-invoked-function-arn": "arn:aws:lambda:eu-central-1:123456789012:function:sentiment",
  };
}

async function print(request, response) {
  console.log(JSON.stringify(await json(request)));
  response.writeHead(202).end();
}

server.listen(0, "127.0.0.1");
await once(server, "listening");

const child = spawn(process.execPath, ["bootstrap.js"], {
  env: {
    ...process.env,
    NODE_OPTIONS: "--import @svc/register --import ../stand-in.mjs",
    AWS_LAMBDA_FUNCTION_NAME: "sentiment",
    AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${server.address().port}`,
    LAMBDA_TASK_ROOT: import.meta.dirname,
    _HANDLER: "handler.handler",
  },
  stdio: "inherit",
});
const [code, signal] = await once(child, "exit");
server.close();
server.closeAllConnections();
process.exitCode = signal === "SIGKILL" ? 0 : (code ?? 1);
