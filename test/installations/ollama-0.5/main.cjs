const ollama = require("ollama");
void import("../ollama.mjs").then(({ converse }) => converse(ollama));
