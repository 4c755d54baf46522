import type { RelayError } from '@vitrine/shared/bridge/wallet-relay.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { say } from '../../words/say.ts'

/** The phone could not be reached, or said what no wallet says. */
export const unableToConnect = (cause?: unknown) =>
  new VitrineError(
    {
      type: 'connector_error',
      code: 'generic_connect_wallet_error',
      message: say('walletFailure.unreachable'),
      data: { retryable: true },
    },
    { cause },
  )

/** WalletConnect's own codes, said in those of EIP-1193, but for the person's "no", which `wallet-failure.ts` knows: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
const EIP_CODES: readonly (readonly [first: number, last: number, eip: number])[] = [
  [3_001, 3_005, 4_100],
  [6_000, 6_000, 4_900],
  [10_001, 10_001, 4_200],
]
const MESSAGE_LENGTH = 300

/** What a phone answered in place of a result, whatever it is. */
export function readFailure(thrown: unknown): RelayError {
  const { code, message } = Object(thrown)
  const known = EIP_CODES.find(([first, last]) => code >= first && code <= last)
  return {
    code: known?.[2] ?? (Number.isSafeInteger(code) ? code : null),
    message: typeof message === 'string' ? message.slice(0, MESSAGE_LENGTH) : '',
  }
}
