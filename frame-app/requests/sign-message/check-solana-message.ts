import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { messageBytes } from '@vitrine/shared/wallet/sign-message.ts'
import { isTransactionMessage } from '@vitrine/shared/wallet/signing/solana.ts'

/**
 * Solana signs messages and transactions with the same key and no prefix between them: bytes that are a transaction's
 * message, signed "as a message", would move funds. Refused whatever a screen would say of them.
 * @throws VitrineError `invalid_message`
 */
export function checkIsNoTransaction(message: string, encoding: 'utf-8' | 'hex'): void {
  const bytes = messageBytes({ message, encoding })
  if (bytes !== null && (isTransactionMessage(bytes) || readTransaction(bytes) !== null))
    throw clientError(
      'invalid_message',
      'These bytes are a Solana transaction. Ask for it with solana:signTransaction, so that the person sees what it does.',
    )
}
