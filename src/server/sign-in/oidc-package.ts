import { loadOptionalPackages } from "../storage/optional-packages.ts";
import { SIGN_IN_VARIABLES } from "./sign-in-settings.ts";

// The parts of the package `openid-client` that this service uses. The package's own types would have to be installed to build the
// service.

/** Known facts of an identity provider. */
export interface ProviderConfiguration {
  serverMetadata(): { readonly end_session_endpoint?: string; readonly userinfo_endpoint?: string };
}

/** Claims of a provider about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Claims of an ID token. */
export type TokenClaims = Claims & { readonly iss: string };

export interface OidcPackage {
  discovery(
    issuer: URL,
    clientId: string,
    clientSecret: string,
    authentication: undefined,
    options: { execute: unknown[]; timeout: number },
  ): Promise<ProviderConfiguration>;
  allowInsecureRequests: unknown;
  randomPKCECodeVerifier(): string;
  calculatePKCECodeChallenge(verifier: string): Promise<string>;
  randomState(): string;
  randomNonce(): string;
  buildAuthorizationUrl(configuration: ProviderConfiguration, parameters: Record<string, string>): URL;
  buildEndSessionUrl(configuration: ProviderConfiguration, parameters: Record<string, string>): URL;
  authorizationCodeGrant(
    configuration: ProviderConfiguration,
    address: URL,
    checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string; idTokenExpected: true },
  ): Promise<{ access_token: string; claims(): TokenClaims | undefined }>;
  fetchUserInfo(configuration: ProviderConfiguration, accessToken: string, subject: string): Promise<Claims>;
}

/** Loads the package. Throws an error that names the command to install it when it is missing. */
export function loadOidcPackage(): OidcPackage {
  return loadOptionalPackages(["openid-client"], SIGN_IN_VARIABLES.issuer)[0] as OidcPackage;
}
