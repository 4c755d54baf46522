import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { MASTER_KEY_LABELS } from './master-key.ts'

export const ROOT_BYTES = 32
const ID_BYTES = 6
export const SEED = 'seed'

/** What the signer derives, seals and answers with. Each is a root of its own: a value made for one is worth nothing for another. */
export const ROOT_LABELS = {
  otp: 'vitrine/otp/v1',
  challenge: 'vitrine/passkey-challenge/v1',
  accountSeal: 'vitrine/account-seal/v1',
  deviceSeal: 'vitrine/device-seal/v1',
  shareKeys: 'vitrine/share-keys/v1',
  userEntropy: 'vitrine/user-entropy/v1',
  userId: 'vitrine/user-id/v1',
  issuerSeal: 'vitrine/issuer-seal/v1',
  grantSeal: 'vitrine/grant-seal/v1',
  adoption: 'vitrine/adoption/v1',
  presence: 'vitrine/presence/v1',
  importKey: 'vitrine/import-key/v1',
  delegation: 'vitrine/delegation/v1',
  mfa: 'vitrine/mfa/v1',
  totp: 'vitrine/totp/v1',
} as const

/** Key pairs: to the first devices encrypt what proves a login; by the second the signer is known, and sites pin it. */
export const PAIR_LABELS = {
  recipient: 'vitrine/login-secrets/v1',
  identity: 'vitrine/signer-identity/v1',
} as const

/** What envelopes are sealed under, by what is in them. One id names a key of each. */
export const ENVELOPE_LABELS = {
  envelope: 'vitrine/envelope/v1',
  tokenKey: 'vitrine/token-key/v1',
  providerSecret: 'vitrine/provider-secret/v1',
  oauthClient: 'vitrine/oauth-client/v1',
  recoveryKey: 'vitrine/recovery-key/v1',
} as const

const ROOTS = { ...ROOT_LABELS, ...PAIR_LABELS }

/** 32 bytes by name. What a later release names besides comes from `seed` by HKDF: no stored set has to change for it. */
export type Values = ReadonlyMap<string, Buffer>

export interface EnvelopeValues {
  readonly id: string
  readonly values: Values
}

/** All that the signer's keys come from, in the clear: who has it wipes it. */
export interface RootSet {
  /** Of the installation, for good. */
  readonly id: string
  /** Counts what has become of the set: a signer never goes back to an earlier one. */
  readonly generation: number
  readonly roots: Values
  /** The last one seals; the others open what has not been sealed anew yet. */
  readonly envelopes: readonly EnvelopeValues[]
}

/** What is told of a set beside its ciphertext; none of it is secret, all of it is authenticated. */
export const rootSetHeader = z.strictObject({
  id: z.string().min(1).max(64),
  generation: z.int().min(1),
  roots: z.array(z.string().max(64)).max(64),
  envelopes: z
    .array(z.strictObject({ id: z.string().min(1).max(64), values: z.array(z.string().max(64)).max(64) }))
    .min(1)
    .max(16),
})
export type RootSetHeader = z.infer<typeof rootSetHeader>

/**
 * The set that an earlier release derived from its master key (HKDF-SHA256, RFC 5869: empty salt, the purpose as `info`): the
 * same ids, seals, wallets and identity go on.
 * @param keyId of the master key, by which those releases named it in envelopes
 */
export function takeOver(masterKey: KeyObject, keyId: string): RootSet {
  const derive = (names: Readonly<Record<string, string>>, seed: string): Values =>
    new Map(
      Object.entries({ ...names, [SEED]: seed }).map(([name, label]) => [name, expand(masterKey, label)]),
    )
  return {
    // Of two servers that take it over at once, both mean the same set.
    id: keyId,
    generation: 1,
    roots: derive(ROOTS, MASTER_KEY_LABELS.rootSeed),
    envelopes: [{ id: keyId, values: derive(ENVELOPE_LABELS, MASTER_KEY_LABELS.envelopeSeed) }],
  }
}

/** The first set of a new installation. */
export const randomSet = (): RootSet => ({
  id: newId(),
  generation: 1,
  roots: randomValues(ROOTS),
  envelopes: [newEnvelopeKey()],
})

/** The set with one more envelope key, which seals from then on. */
export const withNewEnvelopeKey = (set: RootSet): RootSet => ({
  ...set,
  generation: set.generation + 1,
  envelopes: [...set.envelopes, newEnvelopeKey()],
})

/** The set with the envelope key alone that seals. */
export const withoutOldEnvelopeKeys = (set: RootSet): RootSet => ({
  ...set,
  generation: set.generation + 1,
  envelopes: set.envelopes.slice(-1),
})

/** A value of the set; the caller wipes it. @param label of the purpose, for one that the set does not hold yet */
export function materialOf(values: Values, name: string, label: string): Buffer {
  const held = values.get(name)
  if (held) return Buffer.from(held)
  const seed = values.get(SEED)
  if (!seed) throw new Error('The set has no seed')
  return expand(seed, label)
}

/** Every value of it is zeroed. */
export function wipe({ roots, envelopes }: RootSet): void {
  for (const values of [roots, ...envelopes.map(it => it.values)])
    for (const value of values.values()) value.fill(0)
}

export const headerOf = ({ id, generation, roots, envelopes }: RootSet): RootSetHeader => ({
  id,
  generation,
  roots: [...roots.keys()],
  envelopes: envelopes.map(it => ({ id: it.id, values: [...it.values.keys()] })),
})

const newEnvelopeKey = (): EnvelopeValues => ({ id: newId(), values: randomValues(ENVELOPE_LABELS) })

const randomValues = (names: Readonly<Record<string, string>>): Values =>
  new Map([SEED, ...Object.keys(names)].map(name => [name, randomBytes(ROOT_BYTES)]))

const newId = () => randomBytes(ID_BYTES).toString('base64url')

const expand = (key: KeyObject | Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', info, ROOT_BYTES))
