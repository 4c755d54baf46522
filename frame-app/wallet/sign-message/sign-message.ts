import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type PersonalSignRequest, personalSignResponse } from '@vitrine/shared/wallet/sign-message.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import type { SignedRequests } from '../signed-request.ts'

export interface MessageToSign {
  readonly wallet: Wallet
  readonly message: string
  readonly encoding: 'utf-8' | 'hex'
}

/** POST /wallets/:id/rpc `personal_sign` (EIP-191 version 0x45). One approval, one idempotency key, one signature. */
export async function signMessage(
  requests: SignedRequests,
  { wallet, message, encoding }: MessageToSign,
  signal: AbortSignal,
): Promise<{ readonly signature: string }> {
  if (wallet.id === undefined)
    throw clientError('unable_to_sign', 'The key of this wallet is not held here, so it cannot sign.')
  const body: PersonalSignRequest = { method: 'personal_sign', params: { message, encoding } }
  const { data } = await requests.post({
    path: `/wallets/${encodeURIComponent(wallet.id)}/rpc`,
    body,
    idempotencyKey: crypto.randomUUID(),
    answer: personalSignResponse,
    signal,
  })
  return { signature: data.signature }
}
