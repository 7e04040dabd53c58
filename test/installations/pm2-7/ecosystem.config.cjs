// One application for each way that docs/preload.md names. The environment comes only from here, as pm2 gives it.
const { APPLICATION_ENV, PRELOAD_FILE } = process.env;
const preload = `--require ${PRELOAD_FILE}`;
const application = (name, options, env) => ({
  name,
  script: "server.cjs",
  ...options,
  env: { ...JSON.parse(APPLICATION_ENV), SVC_TRACING_ENVIRONMENT: name, ...env },
});

module.exports = {
  apps: [
    application("fork", { exec_mode: "fork" }, { NODE_OPTIONS: preload }),
    application("cluster", { exec_mode: "cluster", instances: 1, node_args: preload }),
  ],
};
