export default {
  // One folder for each way it is built.
  distDir: process.env.NEXT_DIST_DIR,
  output: process.env.NEXT_OUTPUT,
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ["@svc/register", "openai"],
};
