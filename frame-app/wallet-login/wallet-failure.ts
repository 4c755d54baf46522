import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'

/** What a person reads where a wallet login ended. What a wallet refused is said already, with its name (`external-wallets/`). */
export function toWalletFailure(error: unknown): Failure {
  if (!(error instanceof VitrineError)) return toFailure(error)
  const { type, code, message } = error
  if (type === 'connector_error') return { code, message }
  if (code === 'invalid_credentials' || code === 'invalid_message')
    return { code, message: say('ownWallet.refused') }
  return toFailure(error)
}
