import { open, type RotatedContext, seal } from './envelope.ts'
import type { Keyring } from './keyring.ts'
import type { MasterKey } from './master-key.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import type { RootKeeper } from './root-keeper.ts'
import {
  type ENVELOPE_LABELS,
  type RootSet,
  randomSet,
  takeOver,
  wipe,
  withNewEnvelopeKey,
  withoutOldEnvelopeKeys,
} from './root-set.ts'
import { openRoots, sealRoots, unknownMasterKey } from './sealed-roots.ts'

export const readKeyIds = ({ masterKeys, generation }: RootKeeper): SignerResponse<'readKeyIds'> => ({
  masterKeys: masterKeys.map(it => it.id),
  generation: generation(),
})

/** @throws SignerRefusal of `RootKeeper.take` */
export const takeRoots = (
  keeper: RootKeeper,
  { sealed }: SignerRequest<'openRoots'>,
): SignerResponse<'openRoots'> => ({ generation: keeper.take(sealed) })

/** @throws SignerRefusal `unknown_master_key` */
export function makeRoots(
  { masterKeys }: RootKeeper,
  { derivedFrom }: SignerRequest<'makeRoots'>,
): SignerResponse<'makeRoots'> {
  const source = masterKeys.find(it => it.id === derivedFrom)
  if (derivedFrom !== null && !source?.whole) throw unknownMasterKey(derivedFrom, masterKeys)
  return sealed(sealing(masterKeys), source?.whole ? takeOver(source.whole, source.id) : randomSet())
}

/** @throws SignerRefusal of `openRoots` */
export function advanceRoots(
  { masterKeys }: RootKeeper,
  { sealed: before, change }: SignerRequest<'advanceRoots'>,
): SignerResponse<'advanceRoots'> {
  const set = openRoots(masterKeys, before)
  try {
    const advance = change === 'add-key' ? withNewEnvelopeKey : withoutOldEnvelopeKeys
    return sealed(sealing(masterKeys), advance(set))
  } finally {
    wipe(set)
  }
}

/** @throws SignerRefusal `no_roots` */
export function rewrap(keeper: RootKeeper, { envelopes }: SignerRequest<'rewrap'>): SignerResponse<'rewrap'> {
  const keyring = keeper.keyring()
  return { sealed: envelopes.map(it => sealedAnew(keyring, it.context, it.sealed)) }
}

function sealedAnew(keyring: Keyring, context: RotatedContext, envelope: string): string | null {
  const keys = keyring[KEYS_OF[context.purpose]]
  let secret: Uint8Array
  try {
    secret = open(keys, context, envelope)
  } catch (error) {
    if (error instanceof SignerRefusal) return null
    throw error
  }
  try {
    return seal(keys, context, secret)
  } finally {
    secret.fill(0)
  }
}

const KEYS_OF: Readonly<Record<RotatedContext['purpose'], keyof typeof ENVELOPE_LABELS>> = {
  'wallet-key': 'envelope',
  'imported-key': 'envelope',
  'pending-import': 'envelope',
  'expected-key': 'envelope',
  'user-entropy': 'envelope',
  'entropy-salt': 'envelope',
  'recovery-key': 'recoveryKey',
  'token-signing-key': 'tokenKey',
  'provider-secret': 'providerSecret',
  'oauth-client': 'oauthClient',
}

function sealed(masterKey: MasterKey, set: RootSet): { sealed: string } {
  try {
    return { sealed: sealRoots(masterKey, set) }
  } finally {
    wipe(set)
  }
}

function sealing([first]: readonly MasterKey[]): MasterKey {
  if (!first) throw new Error('The signer has no master key')
  return first
}
