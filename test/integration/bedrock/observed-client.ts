import { observeBedrock } from "@svc/bedrock";

interface ClientModule<Client> {
  readonly BedrockRuntimeClient: new (options: object) => Client;
}

/** Returns an observed client of a copy of the package. The transport answers its requests within the process. */
export function observedClient<Client extends Parameters<typeof observeBedrock>[0]>(
  bedrock: ClientModule<Client>,
  requestHandler: object,
): Client {
  const credentials = { accessKeyId: "k", secretAccessKey: "s" };
  return observeBedrock(new bedrock.BedrockRuntimeClient({ region: "eu-west-1", credentials, requestHandler }));
}
