import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type GivenMessage, messageBytes } from '@vitrine/shared/wallet/sign-message.ts'
import { lazily } from '../../core/lazy.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'

/** Once: an import of what is there already takes longer than a signature. */
const solanaFormat = lazily(async () => {
  const [{ isTransaction }, { isReserved }] = await Promise.all([
    import('@vitrine/shared/chains/solana-message.ts'),
    import('@vitrine/shared/wallet/signing/solana.ts'),
  ])
  return { isTransaction, isReserved }
})

/**
 * The one check of a message from the page, whichever call it came by: it must be what the person reads, so text that has
 * exactly one UTF-8 form or bytes that are spelt out whole, of 65,536 bytes at most.
 *
 * Solana signs messages and transactions with the same key and no prefix between them: bytes that are a transaction,
 * signed "as a message", would move funds. They are refused whatever a screen would say of them.
 * @throws VitrineError `invalid_data`, or `invalid_message` for what no Solana key signs: a transaction, a statement of ours
 */
export async function checkMessage(
  message: GivenMessage,
  { chainType }: Pick<HeldWallet, 'chainType'>,
): Promise<void> {
  const bytes = bytesOf(message)
  if (chainType !== 'solana') return
  const { isTransaction, isReserved } = await solanaFormat()
  if (isReserved(bytes))
    throw clientError(
      'invalid_message',
      'The message begins like a statement of the wallet itself, which no site may have signed. Use other words.',
    )
  if (isTransaction(bytes))
    throw clientError(
      'invalid_message',
      'These bytes are a Solana transaction. Ask for it with solana:signTransaction, so that the person sees what it does.',
    )
}

function bytesOf(message: GivenMessage): Uint8Array {
  try {
    return messageBytes(message)
  } catch (cause) {
    throw clientError('invalid_data', (cause as RangeError).message)
  }
}
