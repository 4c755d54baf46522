import { useEffect, useMemo } from 'react'
import type { ActivitySource, HoldingsSource } from '../../../portfolio/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { type Kernel, useKernel } from '../../../ui/kernel-context.ts'

export interface Portfolio {
  readonly holdings: HoldingsSource
  readonly activity: ActivitySource
}

export type OpenPortfolio = (kernel: Kernel, wallet: HeldWallet) => Portfolio

/** What a wallet has and did, read as long as the account is open; another wallet ends the reads of the one before. */
export function usePortfolio(wallet: HeldWallet | undefined, open: OpenPortfolio): Portfolio | null {
  const kernel = useKernel()
  // A session that is told anew brings new objects for the same wallets.
  const key = wallet && `${wallet.chainType} ${wallet.address}`
  const portfolio = useMemo(() => (wallet ? open(kernel, wallet) : null), [kernel, key, open])
  useEffect(() => {
    if (!portfolio) return
    return () => {
      portfolio.holdings.stop()
      portfolio.activity.stop()
    }
  }, [portfolio])
  return portfolio
}
