import { createSecretKey, type KeyObject } from 'node:crypto'
import type { HpkeRecipient } from '@vitrine/shared/hpke/hpke.ts'
import { deriveRecipient } from './hpke-recipient.ts'
import { deriveIdentity, type SignerIdentity } from './identity.ts'
import {
  ENVELOPE_LABELS,
  materialOf,
  PAIR_LABELS,
  ROOT_LABELS,
  type RootSet,
  type Values,
} from './root-set.ts'

/** What envelopes of one purpose are sealed under. */
export interface EnvelopeKeys {
  /** Names the key that seals. */
  readonly current: string
  /** 256 bits each. */
  readonly byId: ReadonlyMap<string, KeyObject>
}

export type Keyring = Readonly<Record<keyof typeof ROOT_LABELS, KeyObject>> &
  Readonly<Record<keyof typeof ENVELOPE_LABELS, EnvelopeKeys>> & {
    readonly recipient: HpkeRecipient
    readonly identity: SignerIdentity
  }

/** The keys of a set, outside of the JavaScript heap. The set is the caller's to wipe. */
export function keyringOf({ roots, envelopes }: RootSet): Keyring {
  const pair = <T>(name: keyof typeof PAIR_LABELS, derive: (ikm: Buffer) => T): T =>
    using(materialOf(roots, name, PAIR_LABELS[name]), derive)
  return {
    ...keys(roots, ROOT_LABELS),
    ...mapValues(ENVELOPE_LABELS, (label, name) => ({
      current: envelopes.at(-1)?.id ?? '',
      byId: new Map(
        envelopes.map(({ id, values }) => [id, using(materialOf(values, name, label), createSecretKey)]),
      ),
    })),
    recipient: pair('recipient', deriveRecipient),
    identity: pair('identity', deriveIdentity),
  }
}

const keys = <N extends string>(values: Values, labels: Readonly<Record<N, string>>): Record<N, KeyObject> =>
  mapValues(labels, (label, name) => using(materialOf(values, name, label), createSecretKey))

const mapValues = <N extends string, T>(
  labels: Readonly<Record<N, string>>,
  make: (label: string, name: N) => T,
): Record<N, T> =>
  Object.fromEntries(
    Object.entries<string>(labels).map(([name, label]) => [name, make(label, name as N)]),
  ) as Record<N, T>

function using<T>(value: Buffer, use: (value: Buffer) => T): T {
  try {
    return use(value)
  } finally {
    value.fill(0)
  }
}
