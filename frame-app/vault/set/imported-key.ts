import { base64urlText } from '@vitrine/shared/encoding.ts'
import type { ImportedSetWallet } from '@vitrine/shared/wallet/embedded.ts'
import { ownershipStatement, type SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import type { HeldImport } from './device-record.ts'
import { open, seal, shareKey } from './envelope.ts'
import { KEY_FAMILIES } from './key-family.ts'
import { VaultRefusal } from './refusal.ts'

/** A set of an owner. */
export interface OwnSet {
  readonly owner: SetOwner
  readonly setId: string
}

/** By the set's seed: whatever opens the set opens the keys that were brought to it, and nothing else does. */
async function importsKey(seed: Uint8Array): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', seed as Uint8Array<ArrayBuffer>, 'HKDF', false, [
    'deriveBits',
  ])
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode('vitrine/imported-key/v1'),
  }
  return shareKey(new Uint8Array(await crypto.subtle.deriveBits(algorithm, base, 256)))
}

type Place = Pick<HeldImport, 'chainType' | 'address'>
const contextOf = ({ owner, setId }: OwnSet, { chainType, address }: Place) =>
  ({ kind: 'imported-key', ...owner, setId, chainType, address }) as const

/** The wallet of a brought key, as the server registers it. @param key 32 bytes; the caller wipes it */
export async function sealImported(
  seed: Uint8Array,
  set: OwnSet,
  chainType: HeldImport['chainType'],
  key: Uint8Array,
): Promise<ImportedSetWallet> {
  const family = await KEY_FAMILIES[chainType]()
  const { address } = family.describe(key)
  const envelope = await seal(
    await importsKey(seed),
    contextOf(set, { chainType, address }),
    key as Uint8Array<ArrayBuffer>,
  )
  return vouchedFor(key, set, { chainType, address, envelope })
}

/**
 * The key of an envelope, which makes its wallet's address. The caller wipes it.
 * @throws VaultRefusal `damaged` for an envelope of another user, set or wallet, `newer-version`, `not-this-wallet`
 */
export async function openImported(
  seed: Uint8Array,
  set: OwnSet,
  { chainType, address, envelope }: HeldImport,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await open(await importsKey(seed), contextOf(set, { chainType, address }), envelope)
  const family = await KEY_FAMILIES[chainType]()
  if (key.length === 32 && family.describe(key).address === address) return key
  key.fill(0)
  throw new VaultRefusal('not-this-wallet')
}

/** A held key with its word for whose wallet it is, for a server that lost the set. */
export async function registeredImport(
  seed: Uint8Array,
  set: OwnSet,
  held: HeldImport,
): Promise<ImportedSetWallet> {
  const key = await openImported(seed, set, held)
  try {
    return await vouchedFor(key, set, held)
  } finally {
    key.fill(0)
  }
}

async function vouchedFor(
  key: Uint8Array,
  { owner, setId }: OwnSet,
  { chainType, address, envelope }: HeldImport,
): Promise<ImportedSetWallet> {
  const family = await KEY_FAMILIES[chainType]()
  const statement = ownershipStatement(owner, setId, address)
  return {
    chain_type: chainType,
    address,
    public_key: family.describe(key).publicKey,
    signature: base64urlText(await family.signStatement(key, statement)),
    envelope,
  }
}
