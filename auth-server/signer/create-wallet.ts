import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createWalletRequest } from '@vitrine/shared/wallet/create.ts'
import { requireAuthorization } from './authorization.ts'
import type { Custody } from './custody.ts'
import { seal } from './envelope.ts'
import { ethereumAddress } from './ethereum-address.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'

/**
 * Makes a secp256k1 key for the user whose device signed the request. The key leaves this process sealed for exactly this
 * wallet, app, user and address; `publicKey` is compressed SEC1, 0x-prefixed hex.
 *
 * @throws SignerRefusal of `requireAuthorization`; `invalid_authorization` when the signed body asks for something else.
 */
export function createWallet(
  custody: Custody,
  request: SignerRequest<'createWallet'>,
): SignerResponse<'createWallet'> {
  const { walletId, appId, userId, chainType, device, authorization } = request
  const signed = createWalletRequest.safeParse(
    requireAuthorization(custody, { appId, userId, device, authorization, path: '/wallets' }),
  )
  if (
    !signed.success ||
    signed.data.chain_type !== chainType ||
    signed.data.owner.public_key !== device.publicKey
  ) {
    throw new SignerRefusal('invalid_authorization', 'The signed body does not ask for this wallet.')
  }

  const privateKey = secp256k1.utils.randomSecretKey()
  try {
    const address = ethereumAddress(privateKey)
    const context = { purpose: 'wallet-key', walletId, appId, userId, chainType, address } as const
    const key = { key: custody.keyring.envelope, keyId: custody.keyring.keyId }
    return {
      address,
      publicKey: `0x${bytesToHex(secp256k1.getPublicKey(privateKey, true))}`,
      sealedKey: seal(key, context, privateKey),
    }
  } finally {
    privateKey.fill(0)
  }
}
