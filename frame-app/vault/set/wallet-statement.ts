import { base64urlText } from '@vitrine/shared/encoding.ts'
import type { SetWallet } from '@vitrine/shared/wallet/embedded.ts'
import { ownershipStatement, type SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import { KEY_FAMILIES } from './key-family.ts'

/** A wallet of a seed as the server registers it: with its key's word for whose it is. */
export async function registered(
  seed: Uint8Array,
  owner: SetOwner,
  setId: string,
  { chainType, walletIndex }: { readonly chainType: 'ethereum' | 'solana'; readonly walletIndex: number },
): Promise<SetWallet> {
  const family = await KEY_FAMILIES[chainType]()
  const key = family.derive(seed, walletIndex)
  try {
    const { address, publicKey } = family.describe(key)
    const statement = ownershipStatement(owner, setId, address)
    return {
      chain_type: chainType,
      wallet_index: walletIndex,
      address,
      public_key: publicKey,
      signature: base64urlText(await family.signStatement(key, statement)),
    }
  } finally {
    key.fill(0)
  }
}
