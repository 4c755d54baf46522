import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { User, Vitrine, VitrineEvents, Wallet } from '../index.ts'
import { INITIAL, type VitrineSnapshot } from './client.ts'
import { useClient } from './provider.tsx'

/** Draws anew when what `select` gives is another value, and not for the rest of the state. */
function useSelected<T>(select: (snapshot: VitrineSnapshot) => T): T {
  const client = useClient()
  return useSyncExternalStore(
    client.subscribe,
    () => select(client.snapshot()),
    () => select(INITIAL),
  )
}

/**
 * The whole state, and the instance for what has no hook of its own: `vitrine?.openAccount()`. On a server and in the first
 * render nothing is known yet: `ready` is false, and `vitrine` is `null`.
 */
export const useVitrine = (): VitrineSnapshot => useSelected(snapshot => snapshot)

/** Who is logged in. A component that uses it is not drawn anew when the dialog opens or wallets change. */
export function useUser(): {
  readonly user: User | null
  /** Before, nobody knows who is logged in: show neither a login nor a user. */
  readonly ready: boolean
  readonly authenticated: boolean
} {
  return {
    user: useSelected(({ user }) => user),
    ready: useSelected(({ ready }) => ready),
    authenticated: useSelected(({ authenticated }) => authenticated),
  }
}

/**
 * The wallets that can be used, the active one of each chain first. Those of other apps are among them once they are connected,
 * with or without a login.
 *
 * @param chainType only those of this chain
 */
export function useWallets(chainType?: Wallet['chainType']): {
  readonly wallets: readonly Wallet[]
  readonly ready: boolean
} {
  const all = useSelected(({ wallets }) => wallets)
  const ready = useSelected(snapshot => snapshot.ready)
  const wallets = useMemo(
    () => (chainType ? all.filter(wallet => wallet.chainType === chainType) : all),
    [all, chainType],
  )
  return { wallets, ready }
}

/** Calls `listener`, always the one of the last render, with each such event while the component is mounted. */
export function useVitrineEvent<E extends keyof VitrineEvents>(
  event: E,
  listener: (payload: VitrineEvents[E]) => void,
): void {
  const vitrine = useSelected(snapshot => snapshot.vitrine)
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => vitrine?.on(event, payload => latest.current(payload)), [vitrine, event])
}

/**
 * As `useVitrine`, and suspends until the wallet is ready for the first time: what is returned has an instance, and knows who is
 * logged in. The `<Suspense>` stands below the provider. Where the wallet cannot become ready, the nearest error boundary
 * gets the `VitrineError`. A server sends the boundary's fallback.
 */
export function useVitrineSuspense(): VitrineSnapshot & { readonly vitrine: Vitrine } {
  const client = useClient()
  const snapshot = useVitrine()
  if (typeof document === 'undefined') throw browserOnly()
  const { vitrine } = snapshot
  if (vitrine && client.wasReady()) return { ...snapshot, vitrine }
  if (snapshot.error) throw snapshot.error
  throw client.changed()
}

/** By this digest Next knows that a component is for the browser, and reports nothing. */
const browserOnly = () =>
  Object.assign(new Error('useVitrineSuspense: in a browser alone'), {
    digest: 'BAILOUT_TO_CLIENT_SIDE_RENDERING',
  })
