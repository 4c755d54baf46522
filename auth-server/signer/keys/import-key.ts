import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import { importSubmitRequest } from '@vitrine/shared/wallet/import-export.ts'
import { requireAuthorization } from '../authorization.ts'
import type { Custody } from '../custody.ts'
import { thumbprintOf } from '../device-key.ts'
import { seal } from '../envelope.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { requirePresence } from '../presence.ts'
import { SignerRefusal } from '../refusal.ts'
import { readBroughtKey } from './brought-key.ts'
import { importRecipient } from './import-recipient.ts'

/**
 * Takes a key that a person brings (contract §2.9). What must hold, whatever the API process says:
 * 1. The user's device signed this very submission.
 * 2. The person proved a way in just now, on this device: for the import of this address, or by logging in.
 * 3. The key was encrypted for this import, user, chain and address, is one of its curve, and makes the address.
 *
 * It leaves this process sealed for exactly this wallet; the words that it may be of are not kept.
 * @returns why the key is not taken. @throws SignerRefusal of `requireAuthorization` and `requirePresence`
 */
export async function importKey(
  custody: Custody,
  { walletId, appId, userId, importId, device, presence, authorization, mfa }: SignerRequest<'importKey'>,
): Promise<SignerResponse<'importKey'>> {
  // 1.
  const path = '/wallets/import/submit'
  const body = requireAuthorization(custody, { appId, userId, device, authorization, mfa, path })
  const signed = importSubmitRequest.safeParse(body)
  if (!signed.success)
    throw new SignerRefusal('invalid_authorization', 'The signed body is no import of a key.')
  const { wallet } = signed.data
  const { chain_type: chainType, address: named } = wallet

  // 2.
  const who = { appId, userId, device: thumbprintOf(device.publicKey) }
  const target = walletTarget(chainType, named)
  requirePresence(custody, who, presence, { purpose: 'import', target })

  // 3.
  const recipient = importRecipient(custody, { appId, userId, importId, chainType, address: named })
  const brought = await readBroughtKey(recipient, wallet)
  if (typeof brought === 'string') return { ok: false, reason: brought }
  const { privateKey, address, publicKey } = brought
  try {
    const context = { purpose: 'imported-key', walletId, appId, userId, chainType, address } as const
    const key = custody.keyring.envelope
    return { ok: true, address, publicKey, sealedKey: seal(key, context, privateKey) }
  } finally {
    privateKey.fill(0)
  }
}
