import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { useEffect, useMemo, useState } from 'react'
import { inBothWays } from '../approval/explain/amount.ts'
import { exactAmount, plainNumber } from '../approval/explain/numbers.ts'
import { tell } from '../approval/explain/tell.ts'
import { Told } from '../approval/ui/told.tsx'
import { CoinMark } from '../marks/mark.tsx'
import { Address } from '../ui/address.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { say } from '../words/say.ts'
import styles from './delegation.module.css'
import { readLimits, type ShownLimit } from './read-limits.ts'
import { sayPeriod } from './say-period.ts'

/** The limits of a policy as they can be shown; `null` while they are read. */
export function useLimits(policy: Policy, owner: string): readonly ShownLimit[] | null {
  const kernel = useKernel()
  const [limits, setLimits] = useState<readonly ShownLimit[] | null>(null)
  const reads = useMemo(
    () => ({ configured: kernel.app.chains, ethereum: kernel.ethereum, solana: kernel.solana }),
    [kernel],
  )
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

interface LimitsProps {
  readonly limits: readonly ShownLimit[]
  /** What counts against each, in smallest units; absent: nothing was given yet. */
  readonly spent?: readonly string[]
}

/** At most how much, in how long: each in the coin's own units, since that is what the signer counts. */
export function Limits({ limits, spent }: LimitsProps) {
  if (limits.length === 0) return <p className={styles.beside}>{say('delegation.nothing')}</p>
  return (
    <ul aria-label={say('delegation.atMost')} className={styles.limits}>
      {limits.map((limit, place) => (
        // Limits have no identity of their own, and never change their places.
        <li className={styles.limit} key={`${place}`}>
          <Limit limit={limit} spent={spent?.[place]} />
        </li>
      ))}
    </ul>
  )
}

function Limit({ limit, spent }: { limit: ShownLimit; spent: string | undefined }) {
  const { priceDisplay } = useKernel().config.get().embeddedWallets
  const { amount, currency, token, perSeconds, network } = limit
  const inDollars = currency && inBothWays({ ...currency, value: amount }, priceDisplay)
  return (
    <>
      <span aria-hidden="true" className={styles.mark}>
        <CoinMark
          isVouchedFor={limit.isVouchedFor}
          logoUrl={limit.logoUrl}
          size={32}
          symbol={currency?.symbol ?? '?'}
          token={token}
        />
      </span>
      <span className={styles.amount}>
        {/* What has no symbol is written in words. */}
        <bdi className={styles.figure} {...(currency && { dir: 'ltr' })}>
          {written(limit, amount)}
        </bdi>
        {inDollars?.beside ? (
          <bdi className={styles.beside} dir="ltr">
            {inDollars.first}
          </bdi>
        ) : null}
        <bdi className={styles.per}>
          {say('delegation.within', { period: sayPeriod(perSeconds), network })}
        </bdi>
        {spent === undefined ? null : (
          <span className={styles.per}>
            <Told text={tell('delegation.used', { amount: written(limit, BigInt(spent)) })} />
          </span>
        )}
        {/* What it calls itself says nothing: the contract is the token. */}
        {token !== null && !limit.isVouchedFor ? <Address address={token} /> : null}
      </span>
    </>
  )
}

/** Every digit. */
const written = ({ currency }: ShownLimit, value: bigint): string =>
  currency
    ? `${exactAmount(value, currency.decimals)} ${currency.symbol}`
    : say('approval.smallestUnits', { number: plainNumber(value), token: say('approval.unknownToken') })
