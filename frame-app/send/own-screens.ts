import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base58Text } from '@vitrine/shared/encoding.ts'
import type { Screens } from '../requests/queue.ts'
import type { ScreenRequest } from '../requests/registry.ts'
import type { OwnRequest } from './flow.ts'

export interface OwnOutcome {
  /** It is on its way: a hash, or Solana's first signature. */
  onSent(id: string): void
  /** The tick has been seen. */
  onEnd(): void
  /** Rejected, closed, or it could not go on. */
  onLeft(): void
}

/**
 * What an approval does with a request that no page has asked for. The request is not in the queue and its outcome is nobody's
 * but the wallet's own: the page's call that the account stands open for is not answered by it.
 */
export function ownScreens(screens: Screens, own: OwnRequest, outcome: OwnOutcome): Screens {
  let isSent = false
  const isOwn = (request: Pick<ScreenRequest, 'id'>) => request.id === own.id
  const leave = (request: ScreenRequest) => {
    if (!isOwn(request)) return
    if (isSent) outcome.onEnd()
    else outcome.onLeft()
  }
  return {
    current: screens.current,
    setTitle: screens.setTitle,
    isAwaited: screens.isAwaited,
    // Windows of the page are for calls of the page.
    countCalls: () => 0,
    resolve(request, result, stays) {
      if (!isOwn(request)) return
      const id = idOf(result)
      if (!isSent && id !== null) outcome.onSent(id)
      isSent ||= id !== null
      if (!stays) leave(request)
    },
    dismiss: leave,
    reject: leave,
    fail: leave,
  }
}

function idOf(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) return null
  if ('hash' in result && typeof result.hash === 'string') return result.hash
  const [first] = 'signed' in result && Array.isArray(result.signed) ? result.signed : []
  const signature = first instanceof Uint8Array ? readTransaction(first)?.signatures[0] : undefined
  return signature ? base58Text(signature) : null
}
