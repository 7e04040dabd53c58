const names = ["agent", "mastra", "tools", "workflows"].map((name) => `@mastra/core/${name}`);
const modules = [...names, "@mastra/observability", "@qdrant/js-client-rest", "zod"].map((name) => require(name));

const scenario = `../../apps/mastra/${process.argv[2]}.mjs`;
void import(scenario).then(({ run }) => run(Object.assign({}, ...modules)));
