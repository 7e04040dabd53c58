const genai = require("@google/genai");
void import("../google-genai.mjs").then(({ converse }) => converse(genai));
