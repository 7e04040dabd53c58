const genai = require("@google/genai");

void import("../google-genai-interactions.mjs").then(({ interact }) => interact(genai));
