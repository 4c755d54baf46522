import type { RelayArguments, RelayResult } from '@vitrine/shared/bridge/wallet-relay.ts'
import { TIMED_OUT, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { WalletConnection } from './ports.ts'
import { sendTimeout } from './wallet-failure.ts'

type SendVerb = 'eth_sendTransaction' | 'solana:signAndSendTransaction'

/**
 * Asks a wallet app to send. Its person may say yes after ours has left, and that is a transaction all the same: the answer is
 * heard within the wallet's time limit, whoever waits for it.
 * @param onSent told of the answer, in time or late
 * @throws VitrineError `connector_error`; the signal's reason when it aborts
 */
export function askToSend<V extends SendVerb>(
  line: WalletConnection,
  verb: V,
  argument: RelayArguments[V],
  onSent: (result: RelayResult<V>) => void,
  signal: AbortSignal,
): Promise<RelayResult<V>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave)
    line
      .ask(verb, argument, new AbortController().signal)
      .then(
        result => {
          onSent(result)
          resolve(result)
        },
        error => {
          const isTimeout = error instanceof VitrineError && error.code === TIMED_OUT.code
          // "Try again" would be told to somebody whose wallet may still send the first one.
          reject(isTimeout ? sendTimeout(line.meta.name) : error)
        },
      )
      // What cannot be written down has been sent all the same.
      .catch(reject)
      .finally(() => signal.removeEventListener('abort', leave))
  })
}
