import { whenIdle } from '../../core/when-idle.ts'
import type { Kind } from '../../requests/registry.ts'
import type { KernelSession } from '../session.ts'

/** What people who are logged in are asked for most. */
const AHEAD = ['account', 'sign-message', 'send-transaction', 'sign-typed-data'] as const satisfies Kind[]

type Load = (kind: Kind) => Promise<void>

/**
 * Brings what requests are read, decided, drawn and tried out with, ahead of the first of them: one thing after another, so
 * that what a person asks for meanwhile comes first.
 * @throws what the browser throws for code that does not come: it is asked for again when it is needed
 */
async function bringRequests(load: Load, hasSolana: boolean): Promise<void> {
  const { REQUESTS } = await import('../../requests/registry.ts')
  for (const kind of hasSolana ? [...AHEAD, 'solana-transaction' as const] : AHEAD) {
    await load(kind)
    await REQUESTS[kind].page?.handler()
  }
  await Promise.all([
    import('../../requests/handlers.ts'),
    import('../../requests/decide.ts'),
    import('../../provider/ethereum/methods.ts'),
    import('../../chains/ethereum/client.ts'),
    import('../../chains/ethereum/prepare.ts'),
    import('../../chains/ethereum/send.ts'),
  ])
}

/** Has the code of requests come once somebody is logged in, now or later. */
export function followSession(user: Pick<KernelSession, 'session' | 'onBegin'>, load: Load): void {
  const hasSolana = () => {
    const snapshot = user.session.current.get()
    return snapshot.status === 'authenticated' && snapshot.wallets.some(it => it.chainType === 'solana')
  }
  const bring = () => whenIdle(() => void bringRequests(load, hasSolana()).catch(() => {}))
  if (user.session.current.get().status === 'authenticated') bring()
  user.onBegin(bring)
}
