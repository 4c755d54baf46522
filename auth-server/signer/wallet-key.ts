import { CHAIN_KEYS } from './chain-keys.ts'
import type { Custody } from './custody.ts'
import { open } from './envelope.ts'
import type { SignerRequest } from './operations.ts'
import { SignerRefusal } from './refusal.ts'

type Wallet = SignerRequest<'walletRpc'>['wallet']

/**
 * A wallet's key in the clear, for one synchronous use, after which it is wiped.
 * @throws SignerRefusal `unreadable_envelope` when the row is not the one that this process made for this wallet
 */
export function withWalletKey<T>(
  { keyring }: Custody,
  { walletId, appId, userId, chainType, address, sealedKey, isImported }: Wallet,
  use: (privateKey: Uint8Array) => T,
): T {
  const purpose = isImported ? 'imported-key' : 'wallet-key'
  const context = { purpose, walletId, appId, userId, chainType, address } as const
  const privateKey = open(keyring.envelope, context, sealedKey)
  try {
    // The envelope names the address already; a key that gives another one must not be used in its name.
    if (CHAIN_KEYS[chainType].addressOf(privateKey) !== address) {
      throw new SignerRefusal('unreadable_envelope', 'The key does not belong to the address of the wallet.')
    }
    return use(privateKey)
  } finally {
    privateKey.fill(0)
  }
}
