import { HDKey } from '@scure/bip32'

const HARDENED = 0x80000000

/** BIP-44: purpose, coin type 60 (SLIP-44), account 0, external chain, and the wallet's index. */
const pathOf = (index: number) => [HARDENED + 44, HARDENED + 60, HARDENED, 0, index]

/**
 * The secp256k1 key at `m/44'/60'/0'/0/index` (BIP-32, BIP-44).
 *
 * @param seed 64 bytes (BIP-39); the caller wipes it.
 * @returns 32 bytes; the caller wipes them.
 * @throws RangeError when the index is not one of a non-hardened child.
 */
export function deriveEthereumKey(seed: Uint8Array, index: number): Uint8Array {
  if (!Number.isInteger(index) || index < 0 || index >= HARDENED)
    throw new RangeError('The wallet index is not valid.')
  let node = HDKey.fromMasterSeed(seed)
  try {
    for (const child of pathOf(index)) {
      const parent = node
      node = parent.deriveChild(child)
      parent.wipePrivateData()
    }
    const { privateKey } = node
    if (!privateKey) throw new RangeError('The wallet index has no key.')
    return privateKey
  } finally {
    node.wipePrivateData()
  }
}
