import { deriveSolanaKey } from '@vitrine/shared/wallet/derivation/solana.ts'
import type { RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import { type SolanaMethod, solanaSigning } from '@vitrine/shared/wallet/signing/solana.ts'
import { solanaAddressOf } from '@vitrine/shared/wallet/solana-address.ts'
import { ed25519PublicKey, nativeEd25519, signEd25519 } from './ed25519-key.ts'
import type { KeyFamily } from './key-family.ts'

/** Solana: SLIP-10 `m/44'/501'/index'/0'`. */
export const solanaFamily: KeyFamily = {
  derive: deriveSolanaKey,
  readKey(bytes) {
    if (bytes.length !== 32 && bytes.length !== 64) return null
    const key = bytes.slice(0, 32)
    const publicKey = ed25519PublicKey(key)
    // A secret key of 64 bytes has its public half behind it: another one would sign what nobody can check.
    if (bytes.length === 32 || publicKey.every((byte, at) => byte === bytes[32 + at])) return key
    key.fill(0)
    return null
  },
  writeKey(key) {
    const both = new Uint8Array(64)
    both.set(key)
    both.set(ed25519PublicKey(key), 32)
    return both
  },
  describe(key) {
    const address = solanaAddressOf(ed25519PublicKey(key))
    return { address, publicKey: address }
  },
  signStatement: (key, statement) => signEd25519(statement, key),
  handle: nativeEd25519,
  async prepare(request, address) {
    type Method = RpcRequest<SolanaMethod>
    const { message, answer } = solanaSigning(request as Method & { readonly method: SolanaMethod }, address)
    return async key => answer(await signEd25519(message, key))
  },
}
