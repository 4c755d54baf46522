import { sha256 } from '@noble/hashes/sha2.js'
import { address, getProgramDerivedAddress, isOffCurveAddress } from '@solana/kit'
import { base58Bytes, base58Text } from '@vitrine/shared/encoding.ts'
import type { ChainAccount, SolanaNetwork } from '../../chains/solana/ports.ts'
import type { ResolvedName } from './ens.ts'

const NAME_SERVICE = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
/** The account of `.sol` itself. */
const SOL_DOMAIN = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx'
/** Class of records of the second version: the records program alone writes them. */
const RECORDS_V2 = '2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo'
const HASH_PREFIX = 'SPL Name Service'
/** Of a name's account: parent, owner and class, then what it holds. */
const OWNER_AT = 32
const CLASS_AT = 64
const CONTENT_AT = 96
const KEY_BYTES = 32
const NO_KEY = new Uint8Array(KEY_BYTES)

const keyBytes = (address: string) => base58Bytes(address) ?? NO_KEY
const isEqual = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** Where a name is kept below another one. @param recordClass base58; absent: of no class */
export async function nameAddress(name: string, parent: string, recordClass?: string): Promise<string> {
  const hashed = sha256(new TextEncoder().encode(HASH_PREFIX + name))
  const seeds = [hashed, recordClass === undefined ? NO_KEY : keyBytes(recordClass), keyBytes(parent)]
  const [found] = await getProgramDerivedAddress({ programAddress: address(NAME_SERVICE), seeds })
  return found
}

/**
 * The wallet of a `.sol` name: its owner, where nothing says otherwise. A name that is wrapped as an NFT is owned by a program's
 * account, and a record may send its payments elsewhere: whether that record still holds takes more proofs than are read here,
 * so it is refused, and never guessed.
 *
 * @throws VitrineError as `SolanaNetwork.accounts`; the signal's reason when it aborts
 */
export async function resolveSns(
  network: Pick<SolanaNetwork, 'accounts'>,
  typed: string,
  signal: AbortSignal,
): Promise<ResolvedName> {
  const label = typed.toLowerCase().replace(/\.sol$/, '')
  const domain = await nameAddress(label, SOL_DOMAIN)
  const [first, second] = await Promise.all([
    nameAddress('\x01SOL', domain),
    nameAddress('\x02SOL', domain, RECORDS_V2),
  ])
  const accounts = await network.accounts([domain, first, second], signal)
  const held = nameAccount(accounts.get(domain))
  if (held === null) return { problem: 'nameUnknown' }
  const owner = held.subarray(OWNER_AT, CLASS_AT)
  const isPlain =
    isEqual(held.subarray(0, OWNER_AT), keyBytes(SOL_DOMAIN)) &&
    !isOffCurveAddress(address(base58Text(owner)))
  const records = [accounts.get(first), accounts.get(second)].flatMap(it => nameAccount(it) ?? [])
  // One that names the owner changes nothing, whether it still holds or not.
  if (!isPlain || !records.every(record => names(record, owner))) return { problem: 'nameUnsure' }
  return { address: base58Text(owner) }
}

function nameAccount(account: ChainAccount | null | undefined): Uint8Array | null {
  return account?.owner === NAME_SERVICE && account.data.length >= CONTENT_AT ? account.data : null
}

/** A record of the first version begins with the key that it names, one of the second ends with it. */
function names(record: Uint8Array, owner: Uint8Array): boolean {
  const content = record.subarray(CONTENT_AT)
  const isSecond = isEqual(record.subarray(CLASS_AT, CONTENT_AT), keyBytes(RECORDS_V2))
  return isEqual(isSecond ? content.subarray(-KEY_BYTES) : content.subarray(0, KEY_BYTES), owner)
}
