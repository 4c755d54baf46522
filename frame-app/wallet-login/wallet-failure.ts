import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'

/** EIP-1474: the wallet has a request open already. */
const PENDING = -32_002

/** What a person reads where their wallet did not do what was asked. @param wallet its name */
export function toWalletFailure(error: unknown, wallet: string): Failure {
  const failure = toFailure(error)
  const message = error instanceof VitrineError ? sentence(error, wallet) : null
  return message === null ? failure : { ...failure, message }
}

function sentence({ type, code, data }: VitrineError, wallet: string): string | null {
  if (data?.eipCode === PENDING) return say('walletLogin.pending', { wallet })
  switch (code) {
    case 'user_rejected':
      // Whoever leaves the proof of another login has not declined anything in a wallet.
      return type === 'connector_error' ? say('walletLogin.declined', { wallet }) : null
    case 'client_request_timeout':
      return type === 'connector_error' ? say('walletLogin.noAnswer', { wallet }) : null
    case 'generic_connect_wallet_error':
      return say('walletLogin.failed', { wallet })
    case 'unknown_connect_wallet_error':
      return say('walletLogin.failed', { wallet })
    case 'unsupported_wallet_type':
      return say('walletLogin.unsupported', { wallet })
    case 'unable_to_sign':
      return say('walletLogin.unableToSign', { wallet })
    case 'buffer_not_defined':
      return say('walletLogin.buffer', { wallet })
    case 'invalid_credentials':
    case 'invalid_message':
      return say('walletLogin.refused')
    default:
      return null
  }
}
