import { isOnThisMachine } from '@vitrine/shared/config/rpc-url.ts'
import { keySetUrl } from '@vitrine/shared/config/token-issuer.ts'
import { webOrigin } from '@vitrine/shared/config/web-origin.ts'
import { SENT_CODE_PURPOSES } from '@vitrine/shared/otp/code.ts'
import { CLOUD_ORIGINS } from '@vitrine/shared/wallet/cloud-origin.ts'
import * as z from 'zod'
import { mailIcon } from '../messages/mail-icon.ts'
import { clientSettings } from '../oauth-providers/client-settings.ts'
import { BROWSER_NAMES, OWN_MACHINE, SYSTEM_NAMES } from '../words/asked-from.ts'
import { LANGUAGES } from '../words/language.ts'

/**
 * The whole interface of the mailer process, which alone has the credentials of mail server and text-message gateway.
 *
 * It adds no recipient and tells nobody what it sent. It has a socket for each of two callers: the API process sends notices
 * in the server's name and reads nothing; the signer alone has codes sent, and of the text around a code nobody chooses more
 * than the app's name, of which a line of bounded length is taken, its icon, and which of our names a browser has. It is also the signer's way out: it fetches the keys by
 * which the signer checks tokens of apps' own logins, redeems what other companies gave for a person's login or recovery, and
 * asks a relay and chains who approved one.
 *
 * On the wire it is what the signer's is (`processes/framing.ts`): `{id, operation, request}` is answered by
 * `{id, response}` or `{id, refusal: {code, message}}`, in whatever order the calls finish.
 */

/** One recipient, and nothing that could end its header line or name a second one. */
const address = z.string().regex(/^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,255}$/)
/** A line break would begin another header. */
const line = z.string().regex(/^[^\r\n\0]{1,1000}$/)

const nothing = z.strictObject({})

/** A hundred RSA keys with their certificates are half as long. */
export const MAX_KEY_SET_BYTES = 262_144

/** From where a code was asked for. Nothing of it is text of the asker's: a name of ours, and numbers. */
const askedFrom = z.strictObject({
  browser: z.optional(z.enum(BROWSER_NAMES)),
  system: z.optional(z.enum(SYSTEM_NAMES)),
  /** As `placeOf` (`http/network.ts`) writes it. */
  network: z.optional(
    z.union([z.literal(OWN_MACHINE), z.string().regex(/^(?:(?:\d{1,3}\.){3}|(?:[\da-f]{1,4}:){3})x$/)]),
  ),
})

/** How a code travels, and what is told around it. */
export const carriage = z.strictObject({
  by: z.enum(['mail', 'text', 'whatsapp']),
  appName: z.string().max(512),
  language: z.enum(LANGUAGES),
  icon: z.optional(mailIcon),
  from: z.optional(askedFrom),
})
export type Carriage = z.infer<typeof carriage>

/** Who somebody is at a provider, in our words; see `Profile`. */
export const profile = z.strictObject({
  subject: z.string().min(1).max(255),
  email: z.optional(z.string().max(254)),
  isEmailVerified: z.optional(z.boolean()),
  name: z.optional(z.string().max(512)),
  username: z.optional(z.string().max(512)),
  profilePictureUrl: z.optional(z.string().max(2048)),
  vanityName: z.optional(z.string().max(512)),
})
/** `misconfigured`: the provider does not know this app, or not by this secret. A login has `subject` besides: see `UnusableSubject`. */
export const GRANT_FAILURES = ['refused', 'suspended', 'misconfigured', 'unavailable'] as const
const redeemed = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), profile }),
  z.strictObject({ ok: z.literal(false), reason: z.enum([...GRANT_FAILURES, 'subject']) }),
])
export type Redeemed = z.infer<typeof redeemed>

/** What a relay says of who approved a login in their app; nothing but message and signature is proven by it. */
export const relayedSignIn = z.strictObject({
  message: z.string().min(1).max(4096),
  signature: z.string().max(16_386),
  fid: z.number().int().positive(),
  username: z.optional(z.string().max(512)),
  displayName: z.optional(z.string().max(512)),
  bio: z.optional(z.string().max(2048)),
  pictureUrl: z.optional(z.string().max(2048)),
})
export type RelayedSignIn = z.infer<typeof relayedSignIn>
const hex = z.custom<`0x${string}`>(text => typeof text === 'string' && /^0x(?:[\da-f]{2})+$/i.test(text))

/** Who asks an operator's token endpoint, with what a person came back with (RFC 6749 §4.1.3). `settings` are the operator's. */
const exchange = z.strictObject({
  settings: clientSettings,
  secret: z.string().min(1).max(8192),
  callbackUrl: z.string().max(2048),
  code: z.string().min(1).max(4096),
  /** Who answered, as the answer says (RFC 9207). */
  iss: z.nullable(z.string().max(2048)),
  state: z.string().max(64),
  verifier: z.string().max(128),
})

/** The caller of who calls could have it ask any address else, from a place that reaches more than they do. */
const isCloudKit = (url: string) =>
  webOrigin.safeParse(url).success && (url === CLOUD_ORIGINS.icloud || isOnThisMachine(url))

/** Where an app's people keep their recovery at Apple, as the app's config names it; the token is no secret. */
export const cloudContainer = z.strictObject({
  container_identifier: z.string().regex(/^iCloud\.[\w.-]{1,200}$/),
  api_token: z.string().regex(/^[\w-]{1,256}$/),
  environment: z.enum(['development', 'production']),
  url: z.string().max(300).refine(isCloudKit),
})

export const MAILER_OPERATIONS = {
  /** Answers, and does nothing: for who asks whether the mailer is there. */
  ping: { request: nothing, response: nothing },
  /** A code, as a mail or a text message of ours, whose words follow from what it is for. `to` is normalised: lower case, or E.164. */
  sendCode: {
    request: carriage.extend({
      to: z.string().min(1).max(512),
      purpose: z.enum(SENT_CODE_PURPOSES),
      code: z.string().regex(/^\d{6}$/),
      /** The wallet origin, as the signer knows it. */
      origin: webOrigin,
    }),
    response: nothing,
  },
  /** The key set of an issuer (RFC 7517) as it is served: by this URL alone, no redirect is followed. */
  fetchKeySet: {
    request: z.strictObject({ url: keySetUrl }),
    response: z.strictObject({ keySet: z.string().max(MAX_KEY_SET_BYTES) }),
  },
  /** Redeems what a provider gave for a person (RFC 6749 §4.1.3), and asks it who that is. */
  redeemGrant: {
    request: exchange.extend({
      provider: z.string().min(1).max(80),
      nonce: z.string().max(64),
    }),
    response: redeemed,
  },
  /** Redeems what Google gave for a person's Drive: an access token to the app's own data there, and to nothing else. */
  redeemRecovery: {
    request: exchange,
    response: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(true), accessToken: z.string().max(8192) }),
      z.strictObject({ ok: z.literal(false), reason: z.enum(GRANT_FAILURES) }),
    ]),
  },
  /** Asks CloudKit where a person logs in to it. What it answers is checked by the signer. */
  askCloudLogin: {
    request: cloudContainer,
    response: z.strictObject({ url: z.string().max(4096) }),
  },
  /** Opens a channel at the relay (FIP-11): its address is for the person's app, its token for who waits. */
  openChannel: {
    request: z.strictObject({
      /** What the message names (EIP-4361), and is shown to the person. */
      domain: z.string().max(300),
      uri: z.string().max(2048),
      nonce: z.string().regex(/^[\da-f]{32}$/),
      /** Unix ms. */
      expiresAt: z.number().int(),
      redirectUrl: z.nullable(z.string().max(2048)),
    }),
    response: z.strictObject({ token: z.string().max(256), url: z.string().max(2048) }),
  },
  /** What came by it: told once. `null`: nothing yet, or it was told. */
  readChannel: {
    request: z.strictObject({ token: z.string().max(256) }),
    response: z.strictObject({ signIn: z.nullable(relayedSignIn) }),
  },
  /** The account that an address holds, `0` for none, and whether the contract at that address signed (EIP-1271, ERC-6492). */
  readCustody: {
    request: z.strictObject({
      address: hex,
      /** `null`: a key signed, which needs nobody's word. */
      contract: z.nullable(z.strictObject({ digest: hex, signature: hex })),
    }),
    response: z.strictObject({ fid: z.string().regex(/^\d{1,78}$/), isSigned: z.nullable(z.boolean()) }),
  },
  /**
   * Whether a contract signed (EIP-1271; ERC-6492 before it is deployed), as a node of the operator's says. Refused with
   * `not_configured` where the operator named none for that chain.
   */
  readSignature: {
    request: z.strictObject({
      /** EIP-155, decimal. */
      chainId: z.string().regex(/^[1-9]\d{0,14}$/),
      address: hex,
      digest: hex,
      signature: hex,
    }),
    response: z.strictObject({ isSigned: z.boolean() }),
  },
  /** Resolves when the mail server took the mail. The sender is the operator's (`VITRINE_MAIL_FROM`). */
  sendMail: {
    request: z.strictObject({
      to: address,
      subject: line,
      text: z.string().min(1).max(65_536),
      html: z.optional(z.string().max(262_144)),
    }),
    response: nothing,
  },
  /** Resolves when the gateway took the message. The sender is the operator's (`from=` of `SMS_GATEWAY_URL`). */
  sendSms: {
    request: z.strictObject({
      /** E.164. */
      to: z.string().regex(/^\+[1-9]\d{6,14}$/),
      text: z.string().min(1).max(1600),
      channel: z.enum(['sms', 'whatsapp']),
    }),
    response: nothing,
  },
} as const

export type MailerOperation = keyof typeof MAILER_OPERATIONS

/** Which of them each caller may ask for, on its own socket. */
export const CALLERS = {
  api: ['sendMail', 'sendSms'],
  signer: [
    'sendCode',
    'fetchKeySet',
    'redeemGrant',
    'redeemRecovery',
    'askCloudLogin',
    'openChannel',
    'readChannel',
    'readCustody',
    'readSignature',
    'ping',
  ],
} as const satisfies Record<string, readonly MailerOperation[]>
export type Caller = keyof typeof CALLERS

export type KeySet = MailerResponse<'fetchKeySet'>

export type MailerRequest<O extends MailerOperation> = z.infer<(typeof MAILER_OPERATIONS)[O]['request']>
export type MailerResponse<O extends MailerOperation> = z.infer<(typeof MAILER_OPERATIONS)[O]['response']>

/** What answers with more than that it is done. */
export type Answering =
  | 'fetchKeySet'
  | 'redeemGrant'
  | 'redeemRecovery'
  | 'askCloudLogin'
  | 'openChannel'
  | 'readChannel'
  | 'readCustody'
  | 'readSignature'

/**
 * What a process that makes messages holds: one asynchronous function per operation. Rejects with `MailerRefusal`. A call
 * that was sent is never sent again by itself: the person would have two messages.
 */
export type MailerClient = {
  readonly [O in Exclude<MailerOperation, Answering>]: (request: MailerRequest<O>) => Promise<void>
} & {
  readonly [O in Answering]: (request: MailerRequest<O>) => Promise<MailerResponse<O>>
} & { close(): Promise<void> }

/**
 * Why a message was not sent:
 * - `invalid_request`: it does not fit the interface.
 * - `not_configured`: the operator named no mail server, no gateway, or no node of that chain.
 * - `unsubscribed`, `unreachable`: the gateway says so of the number.
 * - `unavailable`: mail server, gateway or mailer did not take it; whether it was sent all the same nobody knows. Or what was
 *   to be fetched, such as a key set, was not to be had.
 */
export const MAILER_REFUSAL_CODES = [
  'invalid_request',
  'not_configured',
  'unsubscribed',
  'unreachable',
  'unavailable',
] as const
export type MailerRefusalCode = (typeof MAILER_REFUSAL_CODES)[number]
