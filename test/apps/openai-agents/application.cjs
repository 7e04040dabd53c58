// A CommonJS application: runs what its argument names.
const agents = require("@openai/agents");
const { z } = require("zod");

void import(`./${process.argv[2]}.mjs`).then(({ run }) => run({ agents, z }));
