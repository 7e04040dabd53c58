// Results that are not simply the answer of a handler: the client rejects them, a handler for everything else gives them, or they
// are those of tasks. Prints what the application sees. `sdk` has the classes of one version of the SDK.

const INFO = { name: "results", version: "1.0.0" };
const OBJECT = { type: "object" };
const text = (value) => ({ content: [{ type: "text", text: value }] });

async function attempt(call) {
  try {
    return await call();
  } catch (error) {
    return { class: error.constructor.name, code: error.code, message: error.message };
  }
}

async function connected(sdk, server) {
  const client = new sdk.Client(INFO);
  const [ofClient, ofServer] = sdk.InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ofServer), client.connect(ofClient)]);
  return client;
}

/** Tools whose results the client checks against their schema. */
async function checked(sdk) {
  const server = new sdk.Server(INFO, { capabilities: { tools: {} } });
  const outputSchema = { ...OBJECT, properties: { kg: { type: "number" } }, required: ["kg"] };
  const tools = [
    { name: "weigh", inputSchema: OBJECT, outputSchema },
    { name: "free", inputSchema: OBJECT },
  ];
  server.setRequestHandler(sdk.listRequest, () => ({ tools }));
  server.setRequestHandler(sdk.callRequest, ({ params }) => ({
    ...text(`weighed ${params.arguments.thing}`),
    structuredContent: { kg: params.arguments.thing === "feather" ? "light" : 7 },
  }));
  const client = await connected(sdk, server);
  await client.listTools();
  const weigh = (name, thing) => attempt(() => client.callTool({ name, arguments: { thing } }));
  const results = [];
  for (const [name, thing] of [
    ["weigh", "stone"],
    ["weigh", "feather"],
    ["free", "cloud"],
  ])
    results.push(await weigh(name, thing));
  results.push(await Promise.all(Array.from({ length: 20 }, (_, at) => weigh("weigh", at % 2 ? "feather" : "stone"))));
  await client.close();
  return results;
}

/** Requests that a handler for all others handles. */
async function fallback(sdk) {
  const server = new sdk.Server(INFO, { capabilities: { prompts: {} } });
  const handle = async ({ method, params }) => {
    if (params?.name === "rude") throw new Error("No such manners");
    return { messages: [{ role: "user", content: { type: "text", text: `${method} ${params?.name}` } }] };
  };
  server.fallbackRequestHandler = handle;
  const client = await connected(sdk, server);
  const results = [];
  for (const name of ["polite", "rude"]) results.push(await attempt(() => client.getPrompt({ name })));
  await client.close();
  return [...results, server.fallbackRequestHandler === handle];
}

/** Tools whose calls become tasks, in the versions that have them. */
async function tasks(sdk) {
  if (sdk.InMemoryTaskStore === undefined) return [];
  const store = new sdk.InMemoryTaskStore();
  const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } }, cancel: {}, list: {} } };
  const options = { capabilities, taskStore: store, taskMessageQueue: new sdk.InMemoryTaskMessageQueue() };
  const server = new sdk.McpServer(INFO, options);
  /** Work of the tools, after the answer that tells the task. */
  const works = {
    bake: (given, { taskId }) => given.storeTaskResult(taskId, "completed", text("a cake")),
    burn: (given, { taskId }) => given.storeTaskResult(taskId, "failed", { ...text("smoke"), isError: true }),
    // By a store that the handler was not given.
    brew: (_given, { taskId }) => store.storeTaskResult(taskId, "completed", text("tea")),
    wait: () => {},
  };
  for (const [name, work] of Object.entries(works)) {
    server.experimental.tasks.registerToolTask(
      name,
      { description: name, inputSchema: {}, execution: { taskSupport: "optional" } },
      {
        async createTask(_args, { taskStore }) {
          const task = await taskStore.createTask({ ttl: 60_000, pollInterval: 10 });
          setTimeout(() => work(taskStore, task), 30);
          return { task };
        },
        getTask: (_args, { taskId, taskStore }) => taskStore.getTask(taskId),
        getTaskResult: (_args, { taskId, taskStore }) => taskStore.getTaskResult(taskId),
      },
    );
  }
  const client = await connected(sdk, server);
  await client.listTools();
  const own = client.experimental.tasks;
  const streamed = async (name) => {
    const seen = [];
    for await (const { type, result, error } of own.callToolStream({ name, arguments: {} })) {
      if (type !== "taskStatus") seen.push([type, result?.content, error?.message.replace(/Task \w+/, "Task")]);
    }
    return seen;
  };
  const create = (name) =>
    client.request({ method: "tools/call", params: { name, arguments: {} } }, sdk.createTaskResult, {
      task: { ttl: 60_000 },
    });
  const results = [await streamed("bake"), await streamed("burn"), await streamed("brew")];
  results.push(await Promise.all(Array.from({ length: 20 }, () => streamed("bake"))));
  const { task } = await create("wait");
  results.push((await own.cancelTask(task.taskId)).status);
  // An optional task that the client does not ask for: the server waits for the result itself.
  results.push((await client.callTool({ name: "bake", arguments: {} })).content);
  const abandoned = await create("wait");
  results.push((await own.getTask(abandoned.task.taskId)).status);
  await client.close();
  return results;
}

export async function readResults(sdk) {
  console.log(JSON.stringify({ checked: await checked(sdk), fallback: await fallback(sdk), tasks: await tasks(sdk) }));
  // The timers that forget tasks would keep the process.
  process.exit();
}
