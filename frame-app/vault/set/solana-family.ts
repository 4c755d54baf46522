import { deriveSolanaKey } from '@vitrine/shared/wallet/derivation/solana.ts'
import type { RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import { type SolanaMethod, solanaSigning } from '@vitrine/shared/wallet/signing/solana.ts'
import { solanaAddressOf } from '@vitrine/shared/wallet/solana-address.ts'
import { ed25519PublicKey, nativeEd25519, signEd25519 } from './ed25519-key.ts'
import type { KeyFamily } from './key-family.ts'

/** Solana: SLIP-10 `m/44'/501'/index'/0'`. */
export const solanaFamily: KeyFamily = {
  derive: deriveSolanaKey,
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
