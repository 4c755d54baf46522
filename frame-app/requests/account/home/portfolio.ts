import { useEffect, useMemo } from 'react'
import type { ActivitySource, HoldingsSource } from '../../../portfolio/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { type Kernel, useKernel } from '../../../ui/kernel-context.ts'

export interface Portfolio {
  readonly holdings: HoldingsSource
  readonly activity: ActivitySource
}

export type OpenPortfolio = (kernel: Kernel, wallet: HeldWallet) => Portfolio

/** Whoever waits for a payment sees it come. */
const REFRESH_MS = 20_000

/** What a wallet has and did, read as long as the account is open; another wallet ends the reads of the one before. */
export function usePortfolio(wallet: HeldWallet | undefined, open: OpenPortfolio): Portfolio | null {
  const kernel = useKernel()
  // A session that is told anew brings new objects for the same wallets.
  const key = wallet && `${wallet.chainType} ${wallet.address}`
  const portfolio = useMemo(() => (wallet ? open(kernel, wallet) : null), [kernel, key, open])
  useEffect(() => {
    if (!portfolio) return
    const { holdings, activity } = portfolio
    const amounts = () => holdings.store.get().list.map(({ key, amount }) => `${key} ${amount}`)
    const refresh = async () => {
      // Nobody looks at it: the nodes are left alone.
      if (document.visibilityState === 'hidden') return
      const before = amounts().join()
      await holdings.refresh()
      // What happened is many more questions: they are asked when something did.
      if (amounts().join() !== before) await activity.refresh()
    }
    const timer = setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
      holdings.stop()
      activity.stop()
    }
  }, [portfolio])
  return portfolio
}
