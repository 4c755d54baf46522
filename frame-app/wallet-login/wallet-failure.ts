import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'

/** Why bringing in a wallet failed, as a flow's state keeps it. */
export interface WalletFailure extends Failure {
  /** What the page is told besides where a wallet app refused (contract §8, `connector_error`). */
  readonly connector?: { readonly retryable: boolean; readonly eipCode?: number }
}

/** What a person reads where a wallet login ended. What a wallet refused is said already, with its name (`external-wallets/`). */
export function toWalletFailure(error: unknown): WalletFailure {
  if (!(error instanceof VitrineError)) return toFailure(error)
  const { type, code, message, data } = error
  if (type === 'connector_error') {
    const { retryable, eipCode } = data ?? {}
    const connector = { retryable: retryable === true, ...(typeof eipCode === 'number' && { eipCode }) }
    return { code, message, connector }
  }
  if (code === 'invalid_credentials' || code === 'invalid_message')
    return { code, message: say('ownWallet.refused') }
  return toFailure(error)
}
