// What NODE_OPTIONS names, with --require or --import; the OpenTelemetry Operator expects this name.
require("./node_modules/@svc/register");
