import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { useEffect, useMemo, useState } from 'react'
import { type Kernel, useKernel } from '../ui/kernel-context.ts'
import { type LimitReads, readLimits, type ShownLimit } from './read-limits.ts'

/** By what limits are read. */
export const limitReads = ({
  app,
  ethereum,
  solana,
}: Pick<Kernel, 'app' | 'ethereum' | 'solana'>): LimitReads => ({ configured: app.chains, ethereum, solana })

/** The limits of a policy as they can be shown; `null` while they are read. */
export function useLimits(policy: Policy, owner: string): readonly ShownLimit[] | null {
  const kernel = useKernel()
  const [limits, setLimits] = useState<readonly ShownLimit[] | null>(null)
  const reads = useMemo(() => limitReads(kernel), [kernel])
  useEffect(() => {
    const page = new AbortController()
    readLimits(policy.rules.spend, owner, reads, page.signal).then(
      read => page.signal.aborted || setLimits(read),
      () => undefined,
    )
    return () => page.abort()
  }, [policy, owner, reads])
  return limits
}
