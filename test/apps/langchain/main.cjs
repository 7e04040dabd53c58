const libraries = {
  ...require("@langchain/core/messages"),
  ...require("@langchain/core/output_parsers"),
  ...require("@langchain/core/prompts"),
  ...require("@langchain/core/retrievers"),
  ...require("@langchain/core/runnables"),
  ...require("@langchain/core/tools"),
  ...require("@langchain/core/utils/testing"),
  ...require("@langchain/openai"),
  langgraph: require("@langchain/langgraph"),
  langchain: require("langchain"),
  z: require("zod").z,
};

void import("./scenarios.mjs").then(({ run }) => run(libraries));
