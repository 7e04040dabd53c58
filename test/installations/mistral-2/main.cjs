const mistral = require("@mistralai/mistralai");
const zod = require("zod");
void import("../mistral.mjs").then(({ converse }) => converse(mistral, zod));
