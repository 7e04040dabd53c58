const mistral = require("@mistralai/mistralai");
const zod = require("zod/v3");
void import("../mistral.mjs").then(({ converse }) => converse(mistral, zod));
