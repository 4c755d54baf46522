import * as z from 'zod'
import { partySettings } from '../oauth-providers/telegram-bot.ts'
import { id, MAX_EXPECTED_IDENTITIES, short } from './operation-shapes.ts'

const sealedRoots = z.string().max(65_536)
const ofUser = { appId: id, userId: id }
const ofKey = { appId: id, chainType: short, address: short }

/** See `EnvelopeContext`. */
const context = z.discriminatedUnion('purpose', [
  z.strictObject({ purpose: z.enum(['wallet-key', 'imported-key']), walletId: id, ...ofUser, ...ofKey }),
  z.strictObject({
    purpose: z.literal('pending-import'),
    pendingId: id,
    type: short,
    subject: z.string().min(1).max(1364),
    ...ofKey,
  }),
  z.strictObject({
    purpose: z.literal('expected-key'),
    walletId: id,
    identities: z
      .array(z.strictObject({ type: short, subject: z.string().min(1).max(1364) }))
      .max(MAX_EXPECTED_IDENTITIES)
      .readonly(),
    ...ofKey,
  }),
  z.strictObject({ purpose: z.literal('user-entropy'), ...ofUser }),
  z.strictObject({ purpose: z.literal('recovery-key'), ...ofUser, expiresAt: z.number().int() }),
  z.strictObject({ purpose: z.enum(['token-signing-key', 'entropy-salt']) }),
  z.strictObject({ purpose: z.literal('provider-secret'), appId: id, provider: short }),
  z.strictObject({
    purpose: z.literal('oauth-client'),
    appId: id,
    provider: z.string().min(1).max(80),
    settings: partySettings,
  }),
])

/** What is asked of the signer for its own keys. The operator's own signer alone makes sets and seals anew: `OPERATORS_OWN`. */
export const ROOT_OPERATIONS = {
  /** Which master keys this process was given, by id, the one that seals first; and the generation of its roots. */
  readKeyIds: {
    request: z.strictObject({}),
    response: z.strictObject({ masterKeys: z.array(z.string()), generation: z.nullable(z.number()) }),
  },
  /** Gives it the roots to work with, as the database has them. Until then it refuses what takes a key (`no_roots`). */
  openRoots: {
    request: z.strictObject({ sealed: sealedRoots }),
    response: z.strictObject({ generation: z.number() }),
  },
  /** Makes an installation's first set: of random values, or what releases before derived of the master key with this id. */
  makeRoots: {
    request: z.strictObject({ derivedFrom: z.nullable(short) }),
    response: z.strictObject({ sealed: z.string() }),
  },
  /** The next set, sealed under the first master key: with one more envelope key, or with the one alone that seals. */
  advanceRoots: {
    request: z.strictObject({ sealed: sealedRoots, change: z.enum(['add-key', 'drop-old-keys']) }),
    response: z.strictObject({ sealed: z.string() }),
  },
  /** Seals envelopes anew, in their order; `null` for one that does not open. */
  rewrap: {
    request: z.strictObject({
      envelopes: z.array(z.strictObject({ context, sealed: z.string().max(16_384) })).max(100),
    }),
    response: z.strictObject({ sealed: z.array(z.nullable(z.string())) }),
  },
} as const
