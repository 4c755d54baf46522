import { policy, readableName } from '@vitrine/shared/wallet/policy.ts'
import * as z from 'zod'
import { mfaClaim } from './mfa-shapes.ts'
import { adopter, authorization, device, id, presence, short } from './operation-shapes.ts'

const chainType = z.enum(['ethereum', 'solana'])
/** Unix ms. */
const instant = z.number().int().min(0)
const decimal = z.string().regex(/^(?:0|[1-9]\d{0,77})$/)

/** An app's authorization key and the policies that it is offered with, as the operator's command registered it. */
const authorizationKey = z.strictObject({
  appId: id,
  signerId: id,
  name: readableName,
  /** Base64 SPKI, P-256. */
  publicKey: short,
  policyIds: z.array(id).max(2),
})
const appPolicy = z.strictObject({ appId: id, policyId: id, policy })
/** Both with the seal of the operator's own signer. */
const offer = z.strictObject({
  key: authorizationKey.extend({ seal: short }),
  policy: appPolicy.extend({ seal: short }),
})

/** What counts against one limit: until when, and how much. */
const spent = z.array(z.tuple([instant, decimal])).max(32)

const delegation = z.strictObject({
  id,
  signerId: id,
  name: readableName,
  publicKey: short,
  policyId: id,
  /** As the person agreed to it, whatever became of it since. */
  policy,
  createdAt: instant,
  expiresAt: instant,
  /** One for each of `policy.rules.spend`. */
  spent: z.array(spent).max(8),
})

/**
 * All delegations of one wallet: one statement, so that none is used without the others' word, and one that was ended does not
 * come back but with all of what was then.
 */
const delegations = z.strictObject({
  /** Of this list since it began. */
  listId: id,
  /** One more with each change and each use. */
  sequence: z.number().int().min(0),
  walletId: id,
  appId: id,
  userId: id,
  chainType,
  address: short,
  delegations: z.array(delegation).max(5),
})
/** With the signer's seal. */
const sealedDelegations = z.strictObject({ list: delegations, seal: short })

const wallet = z.strictObject({
  walletId: id,
  appId: id,
  userId: id,
  chainType,
  address: short,
  sealedKey: z.string().max(4096),
  isImported: z.optional(z.literal(true)),
})

/** Why a delegate is refused, once it is known to be one. */
export const VIOLATIONS = [
  'expired',
  'method',
  'chain',
  'asset',
  'contract',
  'recipient',
  'undecoded',
  'limit',
] as const
export type Violation = (typeof VIOLATIONS)[number]

/** Of a use: `asset` as of a `SpendLimit`, on a CAIP-2 chain; decimal, in its smallest unit. */
const spending = z.strictObject({ chain: z.string(), asset: z.string(), amount: decimal })

export const DELEGATION_OPERATIONS = {
  /** Registers a key of an app's. A signer of the operator's own alone does: see `OPERATORS_OWN`. */
  sealAuthorizationKey: {
    request: authorizationKey,
    response: z.strictObject({ seal: z.string() }),
  },
  /** Registers what such a key may be allowed. A signer of the operator's own alone does. */
  sealPolicy: {
    request: appPolicy,
    response: z.strictObject({ seal: z.string() }),
  },
  /** Ends what a key was given with one wallet, whose operator removed it. A signer of the operator's own alone does. */
  dropDelegate: {
    request: sealedDelegations.extend({ signerId: id }),
    response: sealedDelegations,
  },
  /** What a person is asked to agree to. `signature`: `SignerStatement`, `delegation-terms`. */
  readDelegationTerms: {
    request: offer,
    response: z.strictObject({ policyHash: z.string(), signature: z.string() }),
  },
  /** Makes the list of a wallet's delegations be what its person's device signed. */
  changeDelegates: {
    request: z.strictObject({
      wallet: wallet.omit({ sealedKey: true, isImported: true }),
      present: z.nullable(sealedDelegations),
      /** What the body consents to. */
      offers: z.array(offer).max(5),
      adopter,
      device,
      /** Absent where the body consents to nothing. */
      presence: z.optional(presence),
      authorization,
      mfa: mfaClaim,
    }),
    response: sealedDelegations,
  },
  /** Ends what the person's device signed that is to end. The answers are in the order of the lists. */
  revokeDelegates: {
    request: z.strictObject({
      appId: id,
      userId: id,
      lists: z.array(sealedDelegations.extend({ adoptionSeal: z.optional(short) })).max(500),
      device,
      authorization,
    }),
    response: z.strictObject({ lists: z.array(sealedDelegations) }),
  },
  /** Performs what a delegate's key signed, as far as the policy goes that the person agreed to. */
  delegatedRpc: {
    request: z.strictObject({
      wallet,
      present: sealedDelegations,
      /** The app's keys that the operator has not removed. */
      signerIds: z.array(id).max(1000),
      /** This process's word that this very request was counted: a retry counts once. */
      receipt: z.optional(short),
      authorization,
    }),
    response: z.discriminatedUnion('outcome', [
      z.strictObject({
        outcome: z.literal('signed'),
        delegationId: z.string(),
        method: z.string(),
        data: z.record(z.string(), z.unknown()),
        spendings: z.array(spending),
        /** To be stored before the signature is let out; `null`: the request was counted before. */
        next: z.nullable(sealedDelegations),
        receipt: z.string(),
      }),
      z.strictObject({
        outcome: z.literal('refused'),
        delegationId: z.string(),
        violation: z.enum(VIOLATIONS),
        method: z.string(),
        spendings: z.array(spending),
      }),
      /** The list is older than one that this process has seen. */
      z.strictObject({ outcome: z.literal('stale') }),
    ]),
  },
} as const

export type AuthorizationKey = z.infer<typeof authorizationKey>
export type AppPolicy = z.infer<typeof appPolicy>
export type Offer = z.infer<typeof offer>
export type Delegation = z.infer<typeof delegation>
export type DelegationList = z.infer<typeof delegations>
export type SealedDelegations = z.infer<typeof sealedDelegations>
export type Spending = z.infer<typeof spending>
export type Spent = z.infer<typeof spent>

/** What a request would spend; or why it is not for a delegate, whatever was spent. */
export type Judgement =
  | { readonly spendings: readonly Spending[] }
  | { readonly violation: Violation; readonly spendings?: readonly Spending[] }

/** What the signer vouches for besides (`seal.ts`); `used`: this request of a delegate's was counted. */
export type DelegationStatement =
  | ({ readonly kind: 'authorization-key' } & AuthorizationKey)
  | ({ readonly kind: 'policy' } & AppPolicy)
  | { readonly kind: 'delegations'; readonly list: DelegationList }
  | { readonly kind: 'delegation-used'; readonly delegationId: string; readonly request: string }
