import { isLoopbackHost } from "../http/loopback.ts";
import { type Identity, identityIn, isComplete } from "./claimed-identity.ts";
import { loadOidcPackage, type OidcPackage, type ProviderConfiguration } from "./oidc-package.ts";
import type { SignInSettings } from "./sign-in-settings.ts";

/** Values that tie the answer of the provider to the browser that asked. The browser keeps them, sealed. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Path that the provider sends browsers back to. */
export const CALLBACK_PATH = "/sign-in/callback";

const TIMEOUT_SECONDS = 10;

/** Identity provider that people sign in with: OpenID Connect's code flow with PKCE. */
export class IdentityProvider {
  readonly settings: SignInSettings;
  readonly #oidc: OidcPackage;
  #configuration: Promise<ProviderConfiguration> | undefined;

  /** Throws when the package is missing, or when the provider's address is not a safe one. */
  constructor(settings: SignInSettings) {
    this.settings = settings;
    const { protocol, host } = new URL(settings.issuer);
    if (protocol === "http:" && !isLoopbackHost(host)) {
      throw new Error(
        `The identity provider at ${host} is reached by http: everyone between could sign in. Use https.`,
      );
    }
    this.#oidc = loadOidcPackage();
  }

  /** Returns the address to send a browser to, and the values that its answer is checked with. */
  async begin(): Promise<{ address: URL; attempt: Attempt }> {
    const oidc = this.#oidc;
    const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const address = oidc.buildAuthorizationUrl(await this.#read(), {
      redirect_uri: this.settings.publicUrl + CALLBACK_PATH,
      scope: "openid email profile",
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: "S256",
    });
    return { address, attempt };
  }

  /**
   * Returns the person that the provider's answer names. `query` is that of the callback. Rejects when the answer does not belong
   * to the attempt, or names no e-mail address that the provider has checked.
   */
  async finish(query: string, { state, nonce, verifier }: Attempt): Promise<Identity> {
    const configuration = await this.#read();
    const tokens = await this.#oidc.authorizationCodeGrant(
      configuration,
      new URL(CALLBACK_PATH + query, this.settings.publicUrl),
      { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    );
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("the provider sent no ID token");
    // Many providers tell the e-mail address only to those who ask for it.
    const hasMore = !isComplete(claims) && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const details = hasMore
      ? await this.#oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : undefined;
    return identityIn(claims, details, this.settings.trustedIssuer);
  }

  /** Returns the address that ends the session at the provider, which then leads back here; undefined where it has none. */
  async endAddress(): Promise<URL | undefined> {
    const configuration = await this.#read();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const { clientId, publicUrl } = this.settings;
    return this.#oidc.buildEndSessionUrl(configuration, {
      client_id: clientId,
      post_logout_redirect_uri: `${publicUrl}/`,
    });
  }

  /** Reads the configuration of the provider, again after a failure. */
  #read(): Promise<ProviderConfiguration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const isPlain = issuer.startsWith("http:");
    return (this.#configuration ??= this.#oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute: isPlain ? [this.#oidc.allowInsecureRequests] : [],
        timeout: TIMEOUT_SECONDS,
      })
      .catch((error: unknown) => {
        this.#configuration = undefined;
        throw error;
      }));
  }
}
