import type { Instrumentation, InstrumentationConfig } from "@opentelemetry/instrumentation";
import { registerAiSdkLazily } from "@svc/ai-sdk";
import { ANTHROPIC_FILES } from "@svc/anthropic";
import { BEDROCK_FILES } from "@svc/bedrock";
import { COHERE_FILES } from "@svc/cohere";
import { GOOGLE_GENAI_FILES } from "@svc/google-genai";
import { LANGCHAIN_FILES } from "@svc/langchain";
import { MISTRAL_FILES } from "@svc/mistral";
import { OLLAMA_FILES } from "@svc/ollama";
import { COMPATIBLE_FILES, OPENAI_FILES } from "@svc/openai";
import { REALTIME_FILES } from "@svc/openai/realtime";
import { HTTP_CONFIG } from "./http-config.ts";

/**
 * Purpose of an instrumentation, which decides when it is loaded. `observations` (records model calls) and `context` (carries
 * the trace from one process to the next and makes one request one trace): whenever the application loads a module that they
 * instrument. `spans`, `logs` and `metrics`: when that signal also goes to a destination of the application's own. `request`:
 * only by name.
 */
export type Purpose = "observations" | "context" | "spans" | "logs" | "metrics" | "request";

/** Instrumentation that the preload includes. */
export interface InstrumentationRow {
  /** Name in `OTEL_NODE_ENABLED_INSTRUMENTATIONS` and `OTEL_NODE_DISABLED_INSTRUMENTATIONS`. */
  readonly name: string;
  readonly purpose: Purpose;
  /** Packages and built-in modules to instrument. The first of them that the application loads triggers the instrumentation. */
  readonly modules: readonly string[];
  /**
   * Files of the one package in `modules` whose exported objects are patched, as the instrumentation's definitions name them,
   * without the package. When absent, the instrumentation replaces exports of `modules` and of files of its own choice.
   */
  readonly files?: readonly string[];
  /** Diagnostics channel of a module whose loading cannot be seen. The first message loads the instrumentation. */
  readonly channel?: string;
  /** Environment variable that tells that there is something to instrument; read when the process starts. */
  readonly variable?: string;
  /**
   * Registers a stand-in with a library that lets itself be observed. Its first event calls `load`, which returns the object that
   * takes the place of the stand-in; undefined when loading failed.
   */
  readonly registerStandIn?: (load: () => object | undefined) => void;
  /** Settings that the constructor of the instrumentation gets. */
  readonly config?: InstrumentationConfig;
  /** Name of the class that the module of `load` exports. */
  readonly className: string;
  /** Loads the module, a separate file in the built package. */
  readonly load: () => Readonly<Record<string, InstrumentationClass>>;
}

/** Class of an instrumentation. */
export type InstrumentationClass = new (config?: InstrumentationConfig) => Instrumentation;

/** Instrumentations of the preload. Others are never loaded. */
export const INSTRUMENTATIONS: readonly InstrumentationRow[] = [
  {
    name: "openai",
    purpose: "observations",
    modules: ["openai"],
    files: OPENAI_FILES,
    className: "OpenAIInstrumentation",
    load: () => require("@svc/openai"),
  },
  {
    name: "openai-realtime",
    purpose: "observations",
    modules: ["openai"],
    files: REALTIME_FILES,
    className: "RealtimeInstrumentation",
    load: () => require("@svc/openai/realtime"),
  },
  {
    name: "anthropic",
    purpose: "observations",
    modules: ["@anthropic-ai/sdk"],
    files: ANTHROPIC_FILES,
    className: "AnthropicInstrumentation",
    load: () => require("@svc/anthropic"),
  },
  {
    name: "groq",
    purpose: "observations",
    modules: ["groq-sdk"],
    files: COMPATIBLE_FILES["groq-sdk"],
    className: "GroqInstrumentation",
    load: () => require("@svc/openai"),
  },
  {
    name: "together",
    purpose: "observations",
    modules: ["together-ai"],
    files: COMPATIBLE_FILES["together-ai"],
    className: "TogetherInstrumentation",
    load: () => require("@svc/openai"),
  },
  {
    name: "cerebras",
    purpose: "observations",
    modules: ["@cerebras/cerebras_cloud_sdk"],
    files: COMPATIBLE_FILES["@cerebras/cerebras_cloud_sdk"],
    className: "CerebrasInstrumentation",
    load: () => require("@svc/openai"),
  },
  {
    name: "langchain",
    purpose: "observations",
    modules: ["@langchain/core"],
    files: LANGCHAIN_FILES,
    className: "LangChainInstrumentation",
    load: () => require("@svc/langchain"),
  },
  {
    name: "ai-sdk",
    purpose: "observations",
    modules: ["ai"],
    registerStandIn: registerAiSdkLazily,
    className: "AiSdkInstrumentation",
    load: () => require("@svc/ai-sdk"),
  },
  {
    name: "google-genai",
    purpose: "observations",
    modules: ["@google/genai"],
    files: GOOGLE_GENAI_FILES,
    className: "GoogleGenAIInstrumentation",
    load: () => require("@svc/google-genai"),
  },
  {
    name: "bedrock",
    purpose: "observations",
    modules: ["@aws-sdk/client-bedrock-runtime"],
    files: BEDROCK_FILES,
    className: "BedrockInstrumentation",
    load: () => require("@svc/bedrock"),
  },
  {
    name: "mistral",
    purpose: "observations",
    modules: ["@mistralai/mistralai"],
    files: MISTRAL_FILES,
    className: "MistralInstrumentation",
    load: () => require("@svc/mistral"),
  },
  {
    name: "cohere",
    purpose: "observations",
    modules: ["cohere-ai"],
    files: COHERE_FILES,
    className: "CohereInstrumentation",
    load: () => require("@svc/cohere"),
  },
  {
    name: "ollama",
    purpose: "observations",
    modules: ["ollama"],
    files: OLLAMA_FILES,
    className: "OllamaInstrumentation",
    load: () => require("@svc/ollama"),
  },
  {
    name: "http",
    purpose: "context",
    modules: ["http", "https"],
    className: "HttpInstrumentation",
    config: HTTP_CONFIG,
    load: () => require("@opentelemetry/instrumentation-http"),
  },
  {
    name: "undici",
    purpose: "context",
    modules: ["undici"],
    channel: "undici:request:create",
    className: "UndiciInstrumentation",
    load: () => require("@opentelemetry/instrumentation-undici"),
  },
  {
    name: "grpc",
    purpose: "context",
    modules: ["@grpc/grpc-js"],
    className: "GrpcInstrumentation",
    load: () => require("@opentelemetry/instrumentation-grpc"),
  },
  {
    name: "aws-sdk",
    purpose: "context",
    modules: [
      "@aws-sdk/middleware-stack",
      "@smithy/middleware-stack",
      "@smithy/core",
      "@aws-sdk/smithy-client",
      "@smithy/smithy-client",
    ],
    className: "OtherAwsServicesInstrumentation",
    load: () => require("./other-aws-services.ts"),
  },
  {
    name: "amqplib",
    purpose: "context",
    modules: ["amqplib"],
    className: "AmqplibInstrumentation",
    load: () => require("@opentelemetry/instrumentation-amqplib"),
  },
  {
    name: "kafkajs",
    purpose: "context",
    modules: ["kafkajs"],
    className: "KafkaJsInstrumentation",
    load: () => require("@opentelemetry/instrumentation-kafkajs"),
  },
  {
    name: "aws-lambda",
    purpose: "context",
    modules: [],
    variable: "AWS_LAMBDA_FUNCTION_NAME",
    className: "AwsLambdaInstrumentation",
    load: () => require("@opentelemetry/instrumentation-aws-lambda"),
  },
  {
    name: "cassandra-driver",
    purpose: "spans",
    modules: ["cassandra-driver"],
    className: "CassandraDriverInstrumentation",
    load: () => require("@opentelemetry/instrumentation-cassandra-driver"),
  },
  {
    name: "connect",
    purpose: "spans",
    modules: ["connect"],
    className: "ConnectInstrumentation",
    load: () => require("@opentelemetry/instrumentation-connect"),
  },
  {
    name: "cucumber",
    purpose: "spans",
    modules: ["@cucumber/cucumber"],
    className: "CucumberInstrumentation",
    load: () => require("@opentelemetry/instrumentation-cucumber"),
  },
  {
    name: "dataloader",
    purpose: "spans",
    modules: ["dataloader"],
    className: "DataloaderInstrumentation",
    load: () => require("@opentelemetry/instrumentation-dataloader"),
  },
  {
    name: "dns",
    purpose: "spans",
    modules: ["dns", "dns/promises"],
    className: "DnsInstrumentation",
    load: () => require("@opentelemetry/instrumentation-dns"),
  },
  {
    name: "express",
    purpose: "spans",
    modules: ["express"],
    className: "ExpressInstrumentation",
    load: () => require("@opentelemetry/instrumentation-express"),
  },
  {
    name: "generic-pool",
    purpose: "spans",
    modules: ["generic-pool"],
    className: "GenericPoolInstrumentation",
    load: () => require("@opentelemetry/instrumentation-generic-pool"),
  },
  {
    name: "graphql",
    purpose: "spans",
    modules: ["graphql"],
    className: "GraphQLInstrumentation",
    load: () => require("@opentelemetry/instrumentation-graphql"),
  },
  {
    name: "hapi",
    purpose: "spans",
    modules: ["@hapi/hapi"],
    className: "HapiInstrumentation",
    load: () => require("@opentelemetry/instrumentation-hapi"),
  },
  {
    name: "ioredis",
    purpose: "spans",
    modules: ["ioredis"],
    className: "IORedisInstrumentation",
    load: () => require("@opentelemetry/instrumentation-ioredis"),
  },
  {
    name: "knex",
    purpose: "spans",
    modules: ["knex"],
    className: "KnexInstrumentation",
    load: () => require("@opentelemetry/instrumentation-knex"),
  },
  {
    name: "koa",
    purpose: "spans",
    modules: ["koa"],
    className: "KoaInstrumentation",
    load: () => require("@opentelemetry/instrumentation-koa"),
  },
  {
    name: "lru-memoizer",
    purpose: "spans",
    modules: ["lru-memoizer"],
    className: "LruMemoizerInstrumentation",
    load: () => require("@opentelemetry/instrumentation-lru-memoizer"),
  },
  {
    name: "memcached",
    purpose: "spans",
    modules: ["memcached"],
    className: "MemcachedInstrumentation",
    load: () => require("@opentelemetry/instrumentation-memcached"),
  },
  {
    name: "mongodb",
    purpose: "spans",
    modules: ["mongodb"],
    className: "MongoDBInstrumentation",
    load: () => require("@opentelemetry/instrumentation-mongodb"),
  },
  {
    name: "mongoose",
    purpose: "spans",
    modules: ["mongoose"],
    className: "MongooseInstrumentation",
    load: () => require("@opentelemetry/instrumentation-mongoose"),
  },
  {
    name: "mysql",
    purpose: "spans",
    modules: ["mysql"],
    className: "MySQLInstrumentation",
    load: () => require("@opentelemetry/instrumentation-mysql"),
  },
  {
    name: "mysql2",
    purpose: "spans",
    modules: ["mysql2"],
    className: "MySQL2Instrumentation",
    load: () => require("@opentelemetry/instrumentation-mysql2"),
  },
  {
    name: "nestjs-core",
    purpose: "spans",
    modules: ["@nestjs/core"],
    className: "NestInstrumentation",
    load: () => require("@opentelemetry/instrumentation-nestjs-core"),
  },
  {
    name: "net",
    purpose: "spans",
    modules: ["net"],
    className: "NetInstrumentation",
    load: () => require("@opentelemetry/instrumentation-net"),
  },
  {
    name: "oracledb",
    purpose: "spans",
    modules: ["oracledb"],
    className: "OracleInstrumentation",
    load: () => require("@opentelemetry/instrumentation-oracledb"),
  },
  {
    name: "pg",
    purpose: "spans",
    modules: ["pg", "pg-pool"],
    className: "PgInstrumentation",
    load: () => require("@opentelemetry/instrumentation-pg"),
  },
  {
    name: "redis",
    purpose: "spans",
    modules: ["redis", "@redis/client", "@node-redis/client"],
    className: "RedisInstrumentation",
    load: () => require("@opentelemetry/instrumentation-redis"),
  },
  {
    name: "restify",
    purpose: "spans",
    modules: ["restify"],
    className: "RestifyInstrumentation",
    load: () => require("@opentelemetry/instrumentation-restify"),
  },
  {
    name: "router",
    purpose: "spans",
    modules: ["router"],
    className: "RouterInstrumentation",
    load: () => require("@opentelemetry/instrumentation-router"),
  },
  {
    name: "socket.io",
    purpose: "spans",
    modules: ["socket.io"],
    className: "SocketIoInstrumentation",
    load: () => require("@opentelemetry/instrumentation-socket.io"),
  },
  {
    name: "tedious",
    purpose: "spans",
    modules: ["tedious"],
    className: "TediousInstrumentation",
    load: () => require("@opentelemetry/instrumentation-tedious"),
  },
  {
    name: "bunyan",
    purpose: "logs",
    modules: ["bunyan"],
    className: "BunyanInstrumentation",
    load: () => require("@opentelemetry/instrumentation-bunyan"),
  },
  {
    name: "pino",
    purpose: "logs",
    modules: ["pino"],
    className: "PinoInstrumentation",
    load: () => require("@opentelemetry/instrumentation-pino"),
  },
  {
    name: "winston",
    purpose: "logs",
    modules: ["winston"],
    className: "WinstonInstrumentation",
    load: () => require("@opentelemetry/instrumentation-winston"),
  },
  {
    name: "runtime-node",
    purpose: "metrics",
    modules: [],
    className: "RuntimeNodeInstrumentation",
    load: () => require("@opentelemetry/instrumentation-runtime-node"),
  },
  {
    name: "fs",
    purpose: "request",
    modules: ["fs", "fs/promises"],
    className: "FsInstrumentation",
    load: () => require("@opentelemetry/instrumentation-fs"),
  },
  {
    name: "host-metrics",
    purpose: "request",
    modules: [],
    className: "HostMetricsInstrumentation",
    load: () => require("@opentelemetry/instrumentation-host-metrics"),
  },
];
