// The part of the platform that runs beside the function: asks for an event, calls the handler, sends its answer.
const { AWS_LAMBDA_RUNTIME_API, _HANDLER, LAMBDA_TASK_ROOT } = process.env;
const api = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;
const [file, name] = _HANDLER.split(".");
const { [name]: handler } = await import(new URL(`${file}.js`, `file://${LAMBDA_TASK_ROOT}/`));

for (;;) {
  const next = await fetch(`${api}/next`);
  const id = next.headers.get("lambda-runtime-aws-request-id");
  const invokedFunctionArn = next.headers.get("lambda-runtime-invoked-function-arn");
  const answer = await handler(await next.json(), { awsRequestId: id, invokedFunctionArn });
  await fetch(`${api}/${id}/response`, { method: "POST", body: JSON.stringify(answer) });
}
