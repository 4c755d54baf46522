import { base64Text } from '@vitrine/shared/encoding.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { messageBytes } from '@vitrine/shared/wallet/sign-message.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import type { WalletSigner } from './signer.ts'

export interface MessageToSign {
  readonly wallet: HeldWallet
  readonly message: string
  readonly encoding: 'utf-8' | 'hex'
}

/**
 * Signs as the wallet's chain does: `personal_sign` (EIP-191 version 0x45, hex) or Solana's `signMessage` (Ed25519 over the
 * bytes themselves, base64). One approval, one signature.
 */
export async function signMessage(
  signer: WalletSigner,
  { wallet, message, encoding }: MessageToSign,
  signal: AbortSignal,
): Promise<{ readonly signature: string }> {
  if (wallet.chainType === 'ethereum') {
    const params = { message, encoding }
    const { signature } = await signer.perform<'personal_sign'>(
      wallet,
      { method: 'personal_sign', params },
      signal,
    )
    return { signature }
  }
  const bytes = messageBytes({ message, encoding })
  if (bytes === null) throw clientError('invalid_data', 'The message has no bytes that could be signed.')
  const params = { message: base64Text(bytes), encoding: 'base64' } as const
  const { signature } = await signer.perform<'signMessage'>(wallet, { method: 'signMessage', params }, signal)
  return { signature }
}
