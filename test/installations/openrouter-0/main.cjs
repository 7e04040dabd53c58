const openrouter = require("@openrouter/sdk");

void import("../openrouter.mjs").then(({ converse }) => converse(openrouter));
