const Cerebras = require("@cerebras/cerebras_cloud_sdk");
const { Groq } = require("groq-sdk");
const Groq0 = require("groq-sdk-0");
const Together = require("together-ai");
const { makeCalls } = require("./calls.mjs");

void makeCalls({ "groq 1": Groq, "groq 0": Groq0, together: Together, cerebras: Cerebras });
