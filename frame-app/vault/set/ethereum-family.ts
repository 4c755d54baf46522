import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { deriveEthereumKey } from '@vitrine/shared/wallet/derivation/ethereum.ts'
import { ethereumAddressOf } from '@vitrine/shared/wallet/ethereum-address.ts'
import type { RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import type { EthereumMethod } from '@vitrine/shared/wallet/signing/ethereum.ts'
import type { KeyFamily } from './key-family.ts'

const PLAIN_HASH = { prehash: false, lowS: true } as const

let signing: typeof import('@vitrine/shared/wallet/signing/ethereum.ts') | undefined

/** Ethereum: BIP-44 `m/44'/60'/0'/0/index`. */
export const ethereumFamily: KeyFamily = {
  derive: deriveEthereumKey,
  // Above zero and below the order of the curve.
  readKey: bytes => (bytes.length === 32 && secp256k1.utils.isValidSecretKey(bytes) ? bytes.slice() : null),
  writeKey: key => key.slice(),
  describe(key) {
    const publicKey = secp256k1.getPublicKey(key, true)
    return { address: ethereumAddressOf(publicKey), publicKey: `0x${bytesToHex(publicKey)}` }
  },
  signStatement: async (key, statement) => secp256k1.sign(keccak_256(statement), key, PLAIN_HASH),
  // No browser has secp256k1.
  handle: async () => null,
  async prepare(request) {
    signing ??= await import('@vitrine/shared/wallet/signing/ethereum.ts')
    type Method = RpcRequest<EthereumMethod>
    const { hash, answer } = signing.ethereumSigning(request as Method & { readonly method: EthereumMethod })
    return async key => {
      if (!(key instanceof Uint8Array)) throw new RangeError('An Ethereum key is its bytes.')
      const signature = secp256k1.sign(hash, key, { ...PLAIN_HASH, format: 'recovered' })
      return answer({
        r: `0x${bytesToHex(signature.subarray(1, 33))}`,
        s: `0x${bytesToHex(signature.subarray(33))}`,
        yParity: signature[0] === 1 ? 1 : 0,
      })
    }
  },
}
