import { createWalletRequest } from '@vitrine/shared/wallet/create.ts'
import { requireAuthorization } from './authorization.ts'
import { CHAIN_KEYS } from './chain-keys.ts'
import type { Custody } from './custody.ts'
import { seal } from './envelope.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import { userEntropy } from './user-entropy.ts'

/**
 * Makes the wallet with this index for the user whose device signed the request: its key comes from the user's one
 * entropy (BIP-39), at `m/44'/60'/0'/0/i` (BIP-44) or `m/44'/501'/i'/0'` (SLIP-10). The same entropy, chain and index
 * give the same wallet.
 *
 * Entropy and key leave this process sealed: the one for this app and user, the other for exactly this wallet and
 * address. A signature later opens the wallet's own key and nothing else.
 *
 * @throws SignerRefusal of `requireAuthorization`; `invalid_authorization` when the signed body asks for something else;
 * `unreadable_envelope`; `invalid_request` when there is neither an entropy nor the salt to make one.
 */
export function createWallet(
  custody: Custody,
  request: SignerRequest<'createWallet'>,
): SignerResponse<'createWallet'> {
  const { walletId, appId, userId, chainType, walletIndex, device, authorization, mfa } = request
  const signed = createWalletRequest.safeParse(
    requireAuthorization(custody, { appId, userId, device, authorization, mfa, path: '/wallets' }),
  )
  if (
    !signed.success ||
    signed.data.chain_type !== chainType ||
    signed.data.owner.public_key !== device.publicKey
  ) {
    throw new SignerRefusal('invalid_authorization', 'The signed body does not ask for this wallet.')
  }

  const keys = CHAIN_KEYS[chainType]
  const { sealedEntropy: sealed, entropySalt: salt } = request
  const entropy = userEntropy(custody, { appId, userId }, { sealed, salt })
  let privateKey: Uint8Array = new Uint8Array()
  try {
    privateKey = keys.derive(entropy.seed, walletIndex)
    const address = keys.addressOf(privateKey)
    const context = { purpose: 'wallet-key', walletId, appId, userId, chainType, address } as const
    const key = custody.keyring.envelope
    return {
      address,
      publicKey: keys.publicKeyOf(privateKey),
      sealedKey: seal(key, context, privateKey),
      sealedEntropy: entropy.sealed,
    }
  } finally {
    privateKey.fill(0)
    entropy.seed.fill(0)
  }
}
