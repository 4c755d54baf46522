import { useEffect, useState } from 'react'
import { createHoldings } from '../../portfolio/holdings.ts'
import type { Holding } from '../../portfolio/ports.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { useStore } from '../../ui/use-flow.ts'
import { fundedChain, type KnownRequest } from '../asset.ts'

const NOTHING = { get: () => null, subscribe: () => () => {} }

/** What the wallet has of what is brought to it, and its price; `null` while that is not known. */
export function useHolding(request: KnownRequest): Holding | null {
  const kernel = useKernel()
  const { address, chainType } = request
  const [source, setSource] = useState<ReturnType<typeof createHoldings> | null>(null)
  useEffect(() => {
    const made = createHoldings(kernel, { address, chainType })
    setSource(made)
    return () => made.stop()
  }, [kernel, address, chainType])
  const holdings = useStore<ReturnType<ReturnType<typeof createHoldings>['store']['get']> | null>(
    source?.store ?? NOTHING,
  )
  const { id } = fundedChain(request, kernel.config.get())
  const token = request.asset.address?.toLowerCase() ?? null
  return holdings?.list.find(it => it.chain.id === id && (it.token?.toLowerCase() ?? null) === token) ?? null
}
