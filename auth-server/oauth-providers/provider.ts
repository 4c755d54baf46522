import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import { outsidePicture, outsideText } from '../outside-text.ts'
import type { ClientSettings, Endpoints } from './client-settings.ts'

/** What a provider said of who came back from it, as it said it. */
export interface ProviderWords {
  /** Of its ID token; empty in plain OAuth 2.0. */
  readonly claims: Readonly<Record<string, unknown>>
  /** What `userinfo_endpoint` answered; empty where there is none. */
  readonly userinfo: Readonly<Record<string, unknown>>
  /** What `emails_endpoint` answered. */
  readonly emails: unknown
}

/** The same in our words. `subject` is what the provider never gives to anybody else. */
export interface Profile {
  readonly subject: string
  readonly email?: string | undefined
  /** The provider has seen that the person reads this address; of what `profileOf` gives: and its word counts for it. */
  readonly isEmailVerified?: boolean
  readonly name?: string | undefined
  readonly username?: string | undefined
  readonly profilePictureUrl?: string | undefined
  readonly vanityName?: string | undefined
}

/** One provider: where it is, and in what it differs from the standards. */
export interface OauthProvider {
  /** Where the operator makes the app known, and enters where logins come back to. */
  readonly console: string
  readonly endpoints: Endpoints
  /** The secret: given by the provider, or a key by which a statement is signed for each call. */
  readonly secret?: 'client_secret' | 'private_key'
  /** How the secret is sent (RFC 6749 §2.3.1); `form` unless stated. */
  readonly authentication?: 'form' | 'basic'
  /** What this provider calls `client_id`. */
  readonly clientIdName?: string
  /** Between scopes; a space (RFC 6749 §3.3) unless stated. */
  readonly scopeSeparator?: string
  /** More of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
  /** It does not take what it does not know: the verifier is checked by the signer alone. */
  readonly lacksPkce?: true
  /** Its ID tokens do not repeat the nonce. */
  readonly lacksNonce?: true
  /** Its ID tokens are signed by the secret (HS256), and not by a key of its set. */
  readonly signsBySecret?: true
  /** `userinfo_endpoint` takes the token in its query. */
  readonly hasTokenInQuery?: true
  /**
   * Whether it runs the mailboxes of a domain itself. Of any other it has seen at most that somebody read a mail there once, which
   * may be long ago, and it is not the one to say who reads that mailbox today.
   */
  runsMailboxesOf?(domain: string, words: ProviderWords): boolean
  /** @throws TypeError for words that name nobody */
  read(words: ProviderWords, settings: ClientSettings): Profile
}

/** OpenID Connect Core §5.4; others have taken the word over. */
export const EMAIL = 'email'

const NONE = { userinfo_endpoint: null, jwks_uri: null, emails_endpoint: null } as const

/** Endpoints of plain OAuth 2.0. */
export const plain = (
  urls: Pick<Endpoints, 'authorization_endpoint' | 'token_endpoint'> & { readonly userinfo_endpoint: string },
  ...scopes: string[]
): Endpoints => ({ ...NONE, issuer: null, ...urls, scopes })

/** Endpoints of OpenID Connect. */
export const openId = (
  urls: Pick<Endpoints, 'authorization_endpoint' | 'token_endpoint'> & {
    readonly issuer: string
    readonly jwks_uri: string
    readonly userinfo_endpoint?: string
  },
  ...scopes: string[]
): Endpoints => ({ ...NONE, ...urls, scopes: ['openid', ...scopes] })

/** Reads an address as its provider writes it. A shortened or mended one would be somebody else's. */
export const email = (value: unknown): string | undefined =>
  typeof value === 'string' && emailAddress.safeParse(value).success ? value.trim() : undefined

/** The provider identifies a user by a value that no account can have. The message does not quote it. */
export class UnusableSubject extends TypeError {
  override readonly name = 'UnusableSubject'
}

/** OpenID Connect Core §2: at most 255 ASCII characters. A control character would end a line of a log or a string in Postgres. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/

/** Whether a text can be the subject of an account at a provider. Case counts. */
export const isSubject = (text: string): boolean => SUBJECT.test(text)

/**
 * Reads the value by which a provider identifies a user. Some providers number their users.
 * @throws UnusableSubject
 */
export function subjectOf(value: unknown): string {
  const subject = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof subject !== 'string' || subject === '')
    throw new UnusableSubject('the provider named no subject')
  if (!isSubject(subject))
    throw new UnusableSubject('the provider’s subject is not 1 to 255 printable ASCII characters')
  return subject
}

export const member = (value: unknown, name: string): Readonly<Record<string, unknown>> => {
  const found = record(value)[name]
  return record(found)
}
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** OpenID Connect Core §5.1. */
export function standardProfile({ claims, userinfo }: ProviderWords): Profile {
  const told = { ...userinfo, ...claims }
  // OpenID Connect Core §5.3.2: the answer of another subject is nobody's.
  if (userinfo.sub !== undefined && claims.sub !== undefined && userinfo.sub !== claims.sub)
    throw new TypeError('The provider spoke of two subjects.')
  return {
    subject: subjectOf(told.sub),
    email: email(told.email),
    isEmailVerified: told.email_verified === true || told.email_verified === 'true',
    name: outsideText(told.name),
    username: outsideText(told.preferred_username),
    profilePictureUrl: outsidePicture(told.picture),
  }
}
