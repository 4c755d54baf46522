import * as z from 'zod/mini'
import { addressTypes, references } from '../account/schemas.ts'
import { linkedAccount, user } from '../api/client-user.ts'
import type { FundingExit, FundWalletArgument, FundWalletResult } from '../funding/fund-wallet.ts'
import {
  LOGIN_METHODS,
  type ResultName,
  SMART_WALLET_TYPES,
  SMART_WALLET_VERSION,
} from '../login/registry.ts'
import { MFA_METHODS } from '../mfa/methods.ts'
import type { SignUiOptions } from '../wallet/ui-options.ts'
import { wallet } from '../wallet/wallet.ts'

const address = z.string().check(z.maxLength(64))
/** `z.void` would be one more kind of schema in every page. */
const nothing = z.optional(z.never()) as unknown as z.ZodMiniType<void>

/** Inputs of one Solana call: a site that pays or claims in bulk has its transactions signed together. */
export const SOLANA_INPUTS_LIMIT = 100

/** What is to be signed is read by the frame, with the code that comes with the first use: any dapp's shapes are taken. */
const signArgument = z.object({
  request: z.unknown(),
  address: z.optional(address),
  uiOptions: z.optional(z.unknown()),
})

/** Keys of the app's own, by which its backend may use a wallet. A key has one policy for a wallet. */
export type NamedSigners = readonly {
  readonly signerId: string
  readonly policyIds?: readonly string[]
}[]

export interface DelegateOptions {
  readonly address: string
  readonly chainType?: 'ethereum' | 'solana'
  /** Absent: the app's only key for the chain. */
  readonly signers?: NamedSigners
}
/** What of it is to end: all, or that of one wallet, of one key, or of both. */
export interface RevokeOptions {
  readonly address?: string
  readonly signerId?: string
}

export interface CreateWalletArgument {
  readonly chainType?: 'ethereum' | 'solana' | undefined
  readonly walletIndex?: number | undefined
  readonly createAdditional?: boolean | undefined
  /** Whom the person is asked to let use it, once it is there. */
  readonly additionalSigners?: NamedSigners | undefined
}

const loginResult = z.object({
  user,
  isNewUser: z.boolean(),
  wasAlreadyAuthenticated: z.boolean(),
  /** That it is one the compiler sees to. */
  loginMethod: z.nullable(z.string() as z.ZodMiniType<ResultName>),
  loginAccount: z.nullable(linkedAccount),
})

/** How a page names one of `user.linkedAccounts`: its type, and what tells it from others of the type. */
const accountReference = z.object({
  type: z.string().check(z.maxLength(80)),
  ...references,
})
const changedUser = z.object({ user })

/** The parts of the account that a page can open. `devices` and `security` stand with the ways to log in. */
export const ACCOUNT_SCREENS = [
  'home',
  'receive',
  'send',
  'activity',
  'logins',
  'devices',
  'security',
] as const
export type AccountPart = (typeof ACCOUNT_SCREENS)[number]

const publicState = z.object({
  authenticated: z.boolean(),
  user: z.nullable(user),
  wallets: z.array(wallet),
})

/** Methods the page calls in the frame. No argument or result carries a token, key, share or seed; see the canary test. */
export const FRAME_METHODS = {
  hello: {
    argument: z.object({
      protocol: z.number(),
      sdk: z.string().check(z.maxLength(32)),
      /** Names of what the page gave `createVitrine`, read with the options. */
      features: z.unknown() as z.ZodMiniType<readonly string[]>,
      /** `HostOptions`, validated one by one by the frame: a wrong option is a warning and must not break the page. */
      options: z.optional(z.unknown()),
      locale: z.optional(z.string().check(z.maxLength(35))),
      /** Thumbprints (RFC 7638) of the keys by which the signer may be known, with spaces between. */
      signer: z.optional(z.string().check(z.maxLength(512))),
      /** Hashes of the builds that the frame may be of, with spaces between. */
      build: z.optional(z.string().check(z.maxLength(512))),
    }),
    result: z.object({
      protocol: z.number(),
      version: z.string(),
      features: z.array(z.string()),
      /** The window in which a person approves, to be opened in their click. Absent: the frame is where, or nobody is asked. */
      open: z.optional(z.string()),
      app: z.object({ id: z.string(), name: z.string(), icon: z.nullable(z.string()) }),
      state: publicState,
    }),
  },
  login: {
    argument: z.optional(
      z.object({
        loginMethods: z.optional(z.array(z.string()).check(z.maxLength(32))),
        prefill: z.optional(
          z.object({ type: z.enum(addressTypes), value: z.string().check(z.maxLength(254)) }),
        ),
        disableSignup: z.optional(z.boolean()),
        walletChainType: z.optional(z.enum(['ethereum-only', 'solana-only', 'ethereum-and-solana'])),
      }),
    ),
    result: loginResult,
  },
  logout: {
    argument: z.optional(z.object({ scope: z.optional(z.enum(['device', 'all-devices'])) })),
    result: nothing,
  },
  openAccount: {
    /** A page chooses the part and nothing else: no word, address or amount of its own gets there. */
    argument: z.optional(z.object({ screen: z.optional(z.enum(ACCOUNT_SCREENS)) })),
    result: nothing,
  },
  link: {
    argument: z.object({
      /** The name of a way to log in, see `wayName`. */
      method: z.string().check(z.maxLength(80)),
      /** Fills the field with an address or a number; of a way that the page brings the proof for, that: a JWT of its own. */
      prefill: z.optional(z.string().check(z.maxLength(16_384))),
      /** The kind of contract. `smart-wallet` requires it. */
      smartWalletType: z.optional(z.enum(SMART_WALLET_TYPES)),
      /** The contract's release, e.g. `1.4.1`. */
      smartWalletVersion: z.optional(z.string().check(z.regex(SMART_WALLET_VERSION))),
    }),
    result: changedUser,
  },
  unlink: { argument: accountReference, result: changedUser },
  update: { argument: z.enum(addressTypes), result: changedUser },
  /** Read by what makes wallets, which comes with the first. */
  createWallet: { argument: z.unknown() as z.ZodMiniType<CreateWalletArgument | undefined>, result: wallet },
  /** Brings in a wallet that the person has elsewhere, logged in or not. Options of contract §4.4, read by the handler. */
  connectWallet: { argument: z.unknown(), result: z.object({ wallet }) },
  /** The page's providers go by that one of the connected wallets from now on (contract §12.3). */
  setActiveWallet: { argument: z.object({ address }), result: nothing },
  /** What the page tells of the wallets in it by itself; `wallet-relay.ts` has its shape, and comes with the first. */
  walletEvent: { argument: z.unknown(), result: nothing },
  /** Has the person type a key or words, in the frame; who may sign beside them is for wallets at the server alone. */
  importWallet: {
    /** Read by its handler, as `inputs` below. */
    argument: z.unknown() as z.ZodMiniType<{
      readonly chainType: 'ethereum' | 'solana'
      readonly additionalSigners?: NamedSigners
    }>,
    result: wallet,
  },
  /** Shows a wallet's key to the person, and to nobody else. */
  exportWallet: { argument: z.optional(z.object({ address: z.optional(address) })), result: nothing },
  /** Lets keys of the app's own use a wallet, or ends that. Read by its handler. */
  delegateWallet: {
    argument: z.unknown() as z.ZodMiniType<DelegateOptions | (RevokeOptions & { readonly stops: true })>,
    result: changedUser,
  },
  /** Asks for a recovery passcode of the on-device wallets; all of them have the same recovery. */
  setWalletRecovery: { argument: z.optional(z.object({ address: z.optional(address) })), result: wallet },
  /** Has the person bring money to a wallet of theirs. Read and written by its handler, by `shared/funding/fund-wallet.ts`. */
  fundWallet: {
    argument: z.unknown() as z.ZodMiniType<FundWalletArgument>,
    result: z.unknown() as z.ZodMiniType<FundWalletResult>,
  },
  /** Has the person add second factors; all that is typed or shown for it stays in the frame. */
  enrollMfa: { argument: nothing, result: changedUser },
  unenrollMfa: { argument: z.enum(MFA_METHODS), result: changedUser },
  /** Has them prove one, unless they just did. The proof stays in the frame. */
  promptMfa: { argument: nothing, result: nothing },
  signMessage: {
    argument: z.object({
      /** Whether it can be signed is checked once, for every call that signs a message (`checkMessage`). */
      message: z.string(),
      /** `utf-8` by default; `hex` for 0x-prefixed bytes. */
      encoding: z.optional(z.enum(['utf-8', 'hex'])),
      address: z.optional(address),
      /** Read by the handler, as those of the others. */
      uiOptions: z.optional(z.unknown() as z.ZodMiniType<SignUiOptions, SignUiOptions>),
    }),
    result: z.object({ signature: z.string() }),
  },
  /** EIP-712. */
  signTypedData: { argument: signArgument, result: z.object({ signature: z.string() }) },
  signTransaction: {
    argument: signArgument,
    /** RLP, and the same under the name that all signing methods share (contract §12.3). */
    result: z.object({ signature: z.string(), signedTransaction: z.string() }),
  },
  sendTransaction: { argument: signArgument, result: z.object({ hash: z.string() }) },
  /** The page's own auth state may have changed: the frame asks for the page's token and follows it. Answers at once. */
  syncCustomAuth: { argument: nothing, result: nothing },
  /** The page is back from a login that took all of it away; `returned-login.ts` has its shape. */
  resumeLogin: { argument: z.unknown(), result: nothing },
  /** The one-time login code: worthless without the app secret, which only the site's backend has. */
  getLoginCode: {
    /** The server reads it. */
    argument: z.unknown() as z.ZodMiniType<{ readonly audience?: string | undefined } | undefined>,
    result: z.string(),
  },
  /** One step of `vitrine.fetch`; `page-fetch.ts` has its shapes, and comes with the first. */
  fetch: { argument: z.unknown(), result: z.unknown() },
  /** One EIP-1193 request. Errors carry the numeric code as `data.eipCode`. */
  ethereumRequest: {
    argument: z.object({
      method: z.string().check(z.maxLength(64)),
      params: z.optional(z.unknown()),
      address: z.optional(address),
    }),
    result: z.unknown(),
  },
  /** One call of a Wallet Standard feature, by the feature's method; several inputs are one call. Bytes are `Uint8Array`s. */
  solanaRequest: {
    argument: z.object({
      method: z.string().check(z.maxLength(64)),
      inputs: z.array(z.unknown()).check(z.maxLength(SOLANA_INPUTS_LIMIT)) as z.ZodMiniType<
        readonly unknown[]
      >,
    }),
    result: z.unknown(),
  },
} as const

/**
 * Methods that the frame calls in the page. The only one that answers with something secret answers with the page's own:
 * the token of its own login, `null` when nobody is logged in there, `undefined` while it does not know.
 */
export const HOST_METHODS = {
  customAccessToken: { result: z.optional(z.nullable(z.string().check(z.maxLength(16_384)))) },
  /**
   * Takes the whole page to the wallet origin's start page of a login, and nowhere else. Answers with the page's own address,
   * which is all it does without one to go to; empty: it is no such page, and this one stays.
   */
  navigate: { result: z.string() },
  /** Asks one of the wallets in the page (`wallet-relay.ts`, which reads the answer: it comes with the first question). */
  wallets: { result: z.unknown() },
} as const

/** Contract §5. That a status is one of these the compiler sees to: the lists need not be in what every page loads. */
type SiteFlowStatus = 'not-enabled' | 'initial' | 'loading' | 'done' | 'error'
type FlowStatus =
  | SiteFlowStatus
  | 'sending-code'
  | 'awaiting-code-input'
  | 'submitting-code'
  | 'generating-challenge'
  | 'awaiting-passkey'
  | 'submitting-response'
  | 'generating-message'
  | 'awaiting-signature'
  | 'submitting-signature'

const named = <Name extends string, Payload extends z.ZodMiniType>(name: Name, payload: Payload) =>
  z.object({ name: z.literal(name), payload })

const event = z.union([
  named('login', loginResult),
  named('logout', z.literal(null)),
  named('walletCreated', z.object({ wallet })),
  named('error', z.object({ code: z.string(), message: z.string(), during: z.string() })),
  /** How far the frame is with following the page's auth state (contract §5, "external JWT sync"). */
  named('customAuth', z.object({ status: z.string() as z.ZodMiniType<SiteFlowStatus> })),
  /** A call was refused for want of a second factor, and the page asks its person (`mfa.noPromptOnMfaRequired`). */
  named('mfaRequired', z.object({ mfaMethods: z.array(z.string()) as z.ZodMiniType<readonly string[]> })),
  /** The person has left a funding, whatever came of it; its handler makes it. */
  named('fundingExited', z.unknown() as z.ZodMiniType<FundingExit>),
  named('configWarning', z.object({ message: z.string() })),
  /** How far a flow of the frame's is (contract §5), with nothing of what a person typed; `error` with the status of that name. */
  named(
    'flowStatus',
    z.object({
      flow: z.enum(LOGIN_METHODS),
      status: z.string() as z.ZodMiniType<FlowStatus>,
      error: z.optional(
        z.object({
          code: z.string(),
          message: z.string(),
          /** `connector_error` of a wallet app; then `data` says whether another try may do, and its EIP-1193 code. */
          type: z.optional(z.string()),
          data: z.optional(z.unknown()),
        }),
      ),
    }),
  ),
  /** An EIP-1193 event of the page's Ethereum providers. */
  named(
    'ethereum',
    z.object({
      event: z.enum(['accountsChanged', 'chainChanged', 'connect', 'message']),
      data: z.unknown(),
      /** In lower case; of a provider of one wallet that is connected or on another chain. Absent: of the page's first. */
      address: z.optional(address),
    }),
  ),
])

/** Frame → page. The page derives `userChanged`, `walletsChanged`, `open` and `close` from `state` and `shell`. */
export const hostNotice = z.union([
  z.object({ type: z.literal('state'), state: publicState }),
  z.object({
    type: z.literal('shell'),
    open: z.boolean(),
    /** Accessible name of the dialog. */
    title: z.string(),
    /** The frame document's used colour scheme: the iframe element must have the same, or it is painted opaque. */
    colorScheme: z.enum(['light', 'dark']),
    /** It may stand in the page, this many px high; absent: above it. */
    inline: z.optional(z.number()),
  }),
  z.object({ type: z.literal('event'), event }),
])
