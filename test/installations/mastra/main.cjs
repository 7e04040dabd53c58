const core = ["agent", "llm", "mastra", "storage", "tools", "workflows"].map((name) => `@mastra/core/${name}`);
const others = ["memory", "observability", "qdrant", "rag"].map((name) => `@mastra/${name}`);
const modules = [...core, ...others, "@qdrant/js-client-rest", "zod"].map((name) => require(name));

const scenario = `../../apps/mastra/${process.argv[2]}.mjs`;
void import(scenario).then(({ run }) => run(Object.assign({}, ...modules)));
