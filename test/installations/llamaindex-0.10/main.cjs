const openai = require("@llamaindex/openai");
const workflow = require("@llamaindex/workflow");
const llamaindex = require("llamaindex");
const { z } = require("zod");

const scenario = `../../apps/llamaindex/${process.argv[2]}.mjs`;
void import(scenario).then(({ run }) => run({ llamaindex, openai, workflow, z }));
