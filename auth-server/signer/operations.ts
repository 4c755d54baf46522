import { provenBy } from '@vitrine/shared/account/login-facts.ts'
import { tokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import { webOrigin } from '@vitrine/shared/config/web-origin.ts'
import { sealedSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { sealedAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { SENT_CODE_PURPOSES } from '@vitrine/shared/otp/code.ts'
import { SIGN_IN_PURPOSES } from '@vitrine/shared/wallet/sign-in-message.ts'
import { MESSAGE_TYPES } from '@vitrine/shared/wallet/solana-sign-in.ts'
import * as z from 'zod'
import { carriage, GRANT_FAILURES, profile, relayedSignIn } from '../mailer/operations.ts'
import { partySettings } from '../oauth-providers/telegram-bot.ts'
import { DELEGATION_OPERATIONS } from './delegation-operations.ts'
import { MFA_OPERATIONS } from './mfa-operations.ts'
import { sealedFactors } from './mfa-shapes.ts'
import {
  accountSealFacts,
  authorization,
  begunGrant,
  destination,
  device,
  id,
  identity,
  issuedCode,
  oauthClient,
  oauthProvider,
  oneTimeCode,
  passkey,
  short,
  thumbprint,
  whereGrantLeads,
} from './operation-shapes.ts'
import { RECOVERY_OPERATIONS } from './recovery-operations.ts'
import { ROOT_OPERATIONS } from './root-shapes.ts'
import { WALLET_OPERATIONS } from './wallet-operations.ts'

/**
 * The whole interface of the signer process: what the API process may ask of it. The signer alone opens its roots.
 * It trusts no claim of the API process that it can check itself: who owns an identity (seal), which device key belongs
 * to a user (seal), that a code is right (HMAC under its own key), and that the user's device asked for this very
 * request (authorization signature, contract §6.2).
 */

const issuedChallenge = z.strictObject({
  appId: id,
  challengeId: id,
  /** Unix ms; covered by the challenge. */
  expiresAt: z.number().int(),
})

/** Whom a provider named; see `Statement`, `granted`. */
const receipt = z.strictObject({
  subject: short,
  /** An address that the provider has seen the person read, in lower case. */
  mailbox: z.nullable(z.string().max(254)),
  expiresAt: z.number().int(),
  seal: short,
})

/** Who asks for a message that a person approves in an app of theirs; see `Statement`, `channel`. */
const begunChannel = begunGrant
  .pick({ appId: true, device: true, purpose: true, userId: true, expiresAt: true })
  .extend({ channelId: id })

/** What proves an identity, one case for each kind of `ProofKind`; each has its file in `proof/`. */
const proof = z.discriminatedUnion('type', [
  /** `code` is sealed by the device, for this purpose, address, user and device alone. */
  z.strictObject({ type: z.literal('code'), issued: issuedCode, code: sealedSecret }),
  /** A random secret that a browser made and keeps, sealed by it likewise; `subject` is its hash. */
  z.strictObject({ type: z.literal('secret'), appId: id, subject: thumbprint, credential: sealedSecret }),
  /**
   * A token that another party signed, sealed by the device likewise; `subject` is whom it is said to name. `issuer`: by what
   * the operator had it checked, as `sealIssuer` sealed it.
   */
  z.strictObject({
    type: z.literal('token'),
    method: z.enum(provenBy('token')),
    /** Of a method with providers. */
    provider: z.optional(z.string().min(1).max(80)),
    appId: id,
    subject: short,
    token: sealedSecret,
    issuer: z.strictObject({ settings: tokenIssuer, seal: short }),
  }),
  /** An assertion by a passkey that is an account already; base64url. */
  issuedChallenge.extend({
    type: z.literal('assertion'),
    credential: passkey,
    assertion: z.strictObject({
      clientDataJson: z.string().max(4096),
      authenticatorData: z.string().max(2048),
      signature: z.string().max(1024),
    }),
  }),
  z.strictObject({ type: z.literal('new-credential'), appId: id, credential: passkey }),
  /** What `redeemGrant` vouched for. */
  receipt.extend({
    type: z.literal('grant'),
    method: z.enum(provenBy('grant')),
    /** Of a method with providers. */
    provider: z.optional(oauthProvider),
    appId: id,
    /** As it stands in the request that the device signed. */
    verifier: sealedSecret,
  }),
  /** What a person signed in an app of theirs. For whom and what it was asked for the request says. */
  z.strictObject({
    type: z.literal('channel'),
    appId: id,
    channelId: id,
    /** Unix ms; covered by the message's nonce. */
    expiresAt: z.number().int(),
    /** The account's number. */
    subject: z.string().regex(/^[1-9]\d{0,15}$/),
    message: z.string().max(4096),
    signature: z.custom<`0x${string}`>(
      text => typeof text === 'string' && /^0x(?:[\da-f]{2}){65,8192}$/i.test(text),
    ),
  }),
  /** What a wallet of the person's signed. For whom and what it was asked for the request says. */
  z.strictObject({
    type: z.literal('message'),
    method: z.enum(provenBy('message')),
    appId: id,
    nonceId: id,
    /** Unix ms; covered by the message's nonce. */
    expiresAt: z.number().int(),
    /** Of the app: the one that the message names. */
    origin: webOrigin,
    message: z.string().max(8192),
    /** What carries the message. */
    carriage: z.enum(MESSAGE_TYPES),
    /** Hex of Ethereum, base64 of Solana. */
    signature: z.string().max(16_386),
  }),
])

/** Of a transfer, with the signer's word for it: `TransferReceipt`. */
const transferReceipt = z.strictObject({
  from: id,
  to: id,
  identity,
  nonce: z.string().regex(/^[\w-]{43}$/),
  /** Unix ms. */
  expiresAt: z.number().int(),
  seal: short,
})

/** Users that one identity made in one month and left, and still gets an id of its own for; beyond it ids are random. */
export const MAX_GENERATION = 15

/** Why a code did not go out; `unsubscribed` and `unreachable` are the recipient's number's own doing. */
export const SENDING_FAILURES = ['unavailable', 'unsubscribed', 'unreachable'] as const
export type SendingFailure = (typeof SENDING_FAILURES)[number]

export const SIGNER_OPERATIONS = {
  /** The time by the signer's own clock, unix ms: the API process does not work with one that is wrong. */
  readClock: {
    request: z.strictObject({}),
    response: z.strictObject({ now: z.number() }),
  },
  /** Whether the mailer that sends the codes answers. */
  checkMailer: {
    request: z.strictObject({}),
    response: z.strictObject({ answers: z.boolean() }),
  },
  /** What devices encrypt to, and the key by which they know what is the signer's; see `SignerKeys`. */
  readPublicKeys: {
    request: z.strictObject({}),
    response: z.strictObject({ recipient: z.string(), identity: z.string(), signature: z.string() }),
  },
  /**
   * Makes a six-digit code for a device and has the mailer send it: the caller gets its digest alone. `fixedCode` is a
   * test account's and is not sent: an identity that it proves is another one than the same address proven by a code that
   * was sent.
   */
  issueCode: {
    request: destination.extend({
      codeId: id,
      expiresAt: z.number().int(),
      device: thumbprint,
      purpose: z.enum(SENT_CODE_PURPOSES),
      carriage,
      fixedCode: z.optional(oneTimeCode),
    }),
    response: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(true), digest: z.string() }),
      z.strictObject({ ok: z.literal(false), reason: z.enum(SENDING_FAILURES) }),
    ]),
  },
  /** Makes the challenge of a passkey ceremony, and signs it for the frame. */
  issueChallenge: {
    request: issuedChallenge,
    response: z.strictObject({ challenge: z.string(), signature: z.string() }),
  },
  /**
   * Checks a proof in the request that the device signed, and vouches for what follows from them: which user the identity
   * belongs to (a new user id of the signer's own making when there is no sealed account), and the device key.
   * With `link` the identity is bound to that user instead, whose device must be the one that signed.
   * `deviceSeal` shows that the device is known: nobody else's wrong guesses keep it out.
   * `generation` counts the users that this identity made before and who live on without it; left out, the id is random.
   */
  verifyLogin: {
    request: z.strictObject({
      proof,
      account: z.nullable(z.strictObject({ userId: id, seal: short })),
      /** Of the device that signed, base64 SPKI. */
      publicKey: short,
      deviceSeal: z.optional(short),
      authorization,
      link: z.nullable(z.strictObject({ userId: id, device })),
      generation: z.optional(z.number().int().min(0).max(MAX_GENERATION)),
      /** The account of the mailbox that a grant shows, where the identity has none and one address is one person. */
      mailboxAccount: z.optional(z.strictObject({ userId: id, seal: short })),
    }),
    response: z.discriminatedUnion('ok', [
      z.strictObject({
        ok: z.literal(false),
        reason: z.enum([
          'authorization',
          'sealed',
          'code',
          'expired',
          'tries',
          'account',
          'device',
          'assertion',
          'issuer',
          'token',
          'keys',
          'grant',
          'message',
          'custody',
          'chain',
          'node',
        ]),
      }),
      z.strictObject({
        ok: z.literal(true),
        identity,
        /** What else the account's seal covers: it is kept with the account. */
        facts: z.optional(accountSealFacts),
        userId: z.string(),
        accountSeal: z.string(),
        device: z.strictObject({ publicKey: z.string(), thumbprint: z.string(), seal: z.string() }),
        /** Of a login, or of a proof for one change: what else is asked for takes it. */
        presence: z.optional(z.strictObject({ at: z.number(), seal: z.string() })),
        /** To link what is another user's: what may bring that user's account to this one. */
        transfer: z.optional(transferReceipt),
      }),
    ]),
  },
  /** Makes the nonce of a message that a wallet signs; `signature`: see `SignerStatement`, `sign-in-nonce`. */
  issueNonce: {
    request: z.strictObject({
      appId: id,
      nonceId: id,
      device: thumbprint,
      method: z.enum(provenBy('message')),
      /** As the device wrote it. */
      address: z.string().regex(/^[\dA-Za-z]{32,44}$/),
      purpose: z.enum(SIGN_IN_PURPOSES),
      userId: z.nullable(id),
      expiresAt: z.number().int(),
    }),
    response: z.strictObject({ nonce: z.string(), signature: z.string() }),
  },
  /** Begins a login at a provider: its address, signed for the frame (`SignerStatement`, `oauth-url`), and a seal. */
  startGrant: {
    request: begunGrant.extend({ client: oauthClient, ...whereGrantLeads }),
    response: z.strictObject({ url: z.string(), signature: z.string(), seal: z.string() }),
  },
  /** Has the mailer redeem what the provider gave, and vouches for who it is. `answer` and `verifier` are sealed for it. */
  redeemGrant: {
    request: z.strictObject({
      client: oauthClient,
      grant: begunGrant.extend({ seal: short }),
      answer: sealedAnswer,
      verifier: sealedSecret,
    }),
    response: z.discriminatedUnion('ok', [
      z.strictObject({
        ok: z.literal(false),
        reason: z.enum(['grant', 'expired', 'sealed', 'verifier', 'subject', ...GRANT_FAILURES]),
      }),
      z.strictObject({
        ok: z.literal(true),
        profile: profile.extend({
          firstName: z.optional(z.string()),
          lastName: z.optional(z.string()),
          photoUrl: z.optional(z.string()),
        }),
        receipt,
        /** What was said is good once, and until then (unix ms); `null`: the provider sees to that. */
        once: z.nullable(z.strictObject({ digest: z.string(), until: z.number() })),
        /** The page brought it: nobody came back from a page of the party's own. */
        isBrought: z.boolean(),
      }),
    ]),
  },
  /** Opens a channel for a message that a person approves elsewhere; `signature`: see `SignerStatement`, `channel-url`. */
  openChannel: {
    request: begunChannel.extend({ redirectUrl: z.nullable(z.string().max(2048)) }),
    response: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(false), reason: z.literal('unavailable') }),
      z.strictObject({
        ok: z.literal(true),
        token: z.string(),
        url: z.string(),
        nonce: z.string(),
        signature: z.string(),
      }),
    ]),
  },
  /** What came by it, as the relay says: told once. */
  readChannel: {
    request: z.strictObject({ token: z.string().max(256) }),
    response: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(false), reason: z.literal('unavailable') }),
      z.strictObject({ ok: z.literal(true), signIn: z.nullable(relayedSignIn) }),
    ]),
  },
  /**
   * Takes a user in, whole, by a receipt of `verifyLogin` and the request that the device signed for it: makes the seals of
   * their ways in anew for the adopter, and gives the adopter the use of what is sealed for them and for whom they had taken
   * in before. The answers are in the order of the request.
   */
  adoptUser: {
    request: z.strictObject({
      appId: id,
      transfer: transferReceipt,
      logins: z
        .array(
          z.strictObject({
            type: short,
            subject: z.string().min(1).max(1364),
            facts: z.optional(accountSealFacts),
            seal: short,
          }),
        )
        .max(500),
      adopted: z.array(z.strictObject({ userId: id, seal: short })).max(500),
      /** Of the user who is taken in, where they had some: there must be none any more. */
      factors: z.optional(sealedFactors),
      device,
      authorization,
    }),
    response: z.strictObject({
      adoption: z.string(),
      logins: z.array(z.string()),
      adopted: z.array(z.string()),
    }),
  },
  /** Opens the token-signing key, or makes one when `sealed` is null. */
  openTokenKey: {
    request: z.strictObject({ sealed: z.nullable(z.string().max(4096)) }),
    response: z.strictObject({ sealed: z.string(), privateJwk: z.record(z.string(), z.unknown()) }),
  },
  /** Seals a secret of an app's operator at another company, e.g. a captcha vendor. */
  sealProviderSecret: {
    request: z.strictObject({ appId: id, provider: short, secret: z.string().min(1).max(8192) }),
    response: z.strictObject({ sealed: z.string() }),
  },
  /** Opens it, for the API process to send it there. */
  openProviderSecret: {
    request: z.strictObject({ appId: id, provider: short, sealed: z.string().max(16_384) }),
    response: z.strictObject({ secret: z.string() }),
  },
  /** Says that an app's tokens are checked by these settings. A signer of the operator's own alone does: see `OPERATORS_OWN`. */
  sealIssuer: {
    request: z.strictObject({ appId: id, method: z.enum(provenBy('token')), settings: tokenIssuer }),
    response: z.strictObject({ seal: z.string() }),
  },
  /** Seals an app's secret at a provider, with where that is. A signer of the operator's own alone does. */
  sealOauthClient: {
    request: z.strictObject({
      appId: id,
      provider: oauthProvider,
      settings: partySettings,
      secret: z.string().min(1).max(8192),
    }),
    response: z.strictObject({ sealed: z.string() }),
  },
  ...WALLET_OPERATIONS,
  ...DELEGATION_OPERATIONS,
  ...RECOVERY_OPERATIONS,
  ...MFA_OPERATIONS,
  ...ROOT_OPERATIONS,
} as const

export type SignerOperation = keyof typeof SIGNER_OPERATIONS

/**
 * What the server's signer does not do, whoever asks: the API process would seal settings of its own, choose what the signer
 * works with, and take people's second factors away. Whoever has the master
 * key starts a signer that does, for the operator's commands and for the start of the server.
 */
export const OPERATORS_OWN: readonly SignerOperation[] = [
  'sealIssuer',
  'sealOauthClient',
  'makeRoots',
  'advanceRoots',
  'rewrap',
  'sealAuthorizationKey',
  'sealPolicy',
  'dropDelegate',
  'beginFactorReset',
  'completeFactorReset',
]
/** What may bring one user's account to another, and to nobody else. */
export type TransferReceipt = z.infer<typeof transferReceipt>
export type LoginProof = z.infer<typeof proof>
export type ProvenIdentity = z.infer<typeof identity>

export type SignerRequest<O extends SignerOperation> = z.infer<(typeof SIGNER_OPERATIONS)[O]['request']>
export type SignerResponse<O extends SignerOperation> = z.infer<(typeof SIGNER_OPERATIONS)[O]['response']>

/** What the API process holds: one asynchronous function per operation. Rejects with `SignerRefusal`. */
export type SignerClient = {
  readonly [O in SignerOperation]: (request: SignerRequest<O>) => Promise<SignerResponse<O>>
} & { close(): Promise<void> }
