const cohere = require("cohere-ai");
void import("../cohere.mjs").then(({ converse }) => converse(cohere));
