import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import { sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { exportRequest } from '@vitrine/shared/wallet/import-export.ts'
import { requireAuthorization } from '../authorization.ts'
import { recoveryPhrase } from '../bip39.ts'
import type { Custody } from '../custody.ts'
import { readDeviceKey, thumbprintOf } from '../device-key.ts'
import { ed25519PublicKey } from '../ed25519.ts'
import { open } from '../envelope.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { requirePresence } from '../presence.ts'
import { SignerRefusal } from '../refusal.ts'
import { withWalletKey } from '../wallet-key.ts'

type Request = SignerRequest<'exportKey'>

/**
 * Gives a wallet's key to its person (contract §2.9), encrypted to the key that their device named. What must hold, whatever the
 * API process says:
 * 1. The device of the user, or of who took that user in, signed this very export: this wallet, this recipient.
 * 2. The person proved a way in just now, on this device: for the export of this wallet, or by logging in.
 *
 * With `export_seed_phrase` the words that all wallets of the user are made of, but for those that were brought: their words
 * are not kept.
 * @throws SignerRefusal of `requireAuthorization`, `requirePresence` and `withWalletKey`; `invalid_request` for words that there
 * are not
 */
export async function exportKey(custody: Custody, request: Request): Promise<SignerResponse<'exportKey'>> {
  const { wallet, adopter, device, presence, authorization, mfa } = request
  const { walletId, appId, userId, chainType, address } = wallet

  // 1.
  const path = `/wallets/${walletId}/export`
  const body = requireAuthorization(custody, { appId, userId, adopter, device, authorization, mfa, path })
  const signed = exportRequest.safeParse(body)
  if (!signed.success)
    throw new SignerRefusal('invalid_authorization', 'The signed body is no export of a key.')
  const { recipient_public_key: recipient, export_seed_phrase: isPhrase = false } = signed.data
  // A recipient that is no key is refused before anything is opened.
  readDeviceKey(recipient)

  // 2.
  const who = { appId, userId: adopter?.userId ?? userId, device: thumbprintOf(device.publicKey) }
  requirePresence(custody, who, presence, { purpose: 'export', target: walletTarget(chainType, address) })

  // The words too are told for a wallet that this process made.
  const key = withWalletKey(custody, wallet, privateKey => keyBytes(chainType, privateKey))
  let secret: Uint8Array = key
  try {
    if (isPhrase) secret = phraseOf(custody, request)
    const { ciphertext, encapsulated_key: encapsulatedKey } = await sealKey(recipient, secret)
    return { ciphertext, encapsulatedKey }
  } finally {
    key.fill(0)
    secret.fill(0)
  }
}

/** Of Solana with its public key, as wallets there write it. */
const keyBytes = (chainType: 'ethereum' | 'solana', privateKey: Uint8Array): Uint8Array =>
  chainType === 'ethereum'
    ? Uint8Array.from(privateKey)
    : Uint8Array.of(...privateKey, ...ed25519PublicKey(privateKey))

function phraseOf({ keyring }: Custody, { wallet: { isImported, appId, userId }, sealedEntropy }: Request) {
  if (isImported || sealedEntropy === undefined)
    throw new SignerRefusal('invalid_request', 'There are no words for this wallet.')
  const context = { purpose: 'user-entropy', appId, userId } as const
  const entropy = open(keyring.envelope, context, sealedEntropy)
  try {
    return recoveryPhrase(entropy)
  } finally {
    entropy.fill(0)
  }
}
