import { isPrintable } from "../resources/shown-text.ts";
import { isAddress } from "../resources/user-name.ts";
import type { Claims, TokenClaims } from "./oidc-package.ts";

/** Person as the provider names them. */
export interface Identity {
  /** `iss` and `sub` of the provider's token. */
  readonly issuer: string;
  readonly subject: string;
  /** E-mail address that the provider has checked. */
  readonly email: string;
  readonly name: string;
}

/** Claims about an e-mail address. Both come from one answer of the provider: what was checked is that address. */
interface Address {
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

/** Returns true for claims of an ID token that need none of the provider's other details. */
export function isComplete(claims: TokenClaims): boolean {
  return claims["email"] !== undefined && claims["email_verified"] !== undefined;
}

/**
 * Returns the person in the claims of an ID token and in the details that the provider gives beside it. Throws when they name no e-mail
 * address that the provider has checked. `trustedIssuer` is the issuer that need not tell whether it has checked an address.
 */
export function identityIn(
  token: TokenClaims,
  details: Claims | undefined,
  trustedIssuer: string | undefined,
): Identity {
  const { email, email_verified: isVerified } = addressIn(token, details);
  if (typeof email !== "string" || !isAddress(email)) throw new Error("the provider names no e-mail address");
  // Some providers send the claim as text, which is no proof of a check in the form of OpenID Connect.
  const isTrusted = (isVerified === undefined || isVerified === "true") && isSameIssuer(token.iss, trustedIssuer);
  if (isVerified !== true && !isTrusted) {
    throw new Error(
      `the provider does not say that it has checked the e-mail address: email_verified is ${JSON.stringify(isVerified) ?? "missing"}. ` +
        `Where only administrators set addresses, SVC_OIDC_TRUSTED_ISSUER=${token.iss} makes the claim unnecessary, and accepts it as text`,
    );
  }
  if (token.sub === "") throw new Error("the provider names no account: sub is empty");
  const name = token["name"] ?? details?.["name"];
  return {
    issuer: token.iss,
    subject: token.sub,
    email: email.trim(),
    name: typeof name === "string" && name !== "" && isPrintable(name) ? name : email.trim(),
  };
}

function addressIn(token: TokenClaims, details: Claims | undefined): Address {
  const email = token["email"];
  if (email === undefined) return addressOf(details);
  // The token names the address, and the details may be the only ones that tell whether that one was checked.
  const isOfDetails = token["email_verified"] === undefined && details?.["email"] === email;
  return addressOf(isOfDetails ? details : token);
}

function addressOf(claims: Claims | undefined): Address {
  return { email: claims?.["email"], email_verified: claims?.["email_verified"] };
}

function isSameIssuer(issuer: string, trusted: string | undefined): boolean {
  return trusted !== undefined && URL.canParse(issuer) && new URL(issuer).href === new URL(trusted).href;
}
