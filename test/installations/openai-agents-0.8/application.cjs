const agents = require("@openai/agents");
const { z } = require("zod");

void import(`../../apps/openai-agents/${process.argv[2]}.mjs`).then(({ run }) => run({ agents, z }));
