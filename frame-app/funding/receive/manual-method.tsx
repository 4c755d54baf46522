import { fromBaseUnits } from '@vitrine/shared/funding/amount.ts'
import { useEffect, useState } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { say } from '../../words/say.ts'
import { awaitArrival, awaitBalance } from '../arrival/await-arrival.ts'
import { fundedChain, type KnownRequest } from '../asset.ts'
import type { MethodScreenProps } from '../method.ts'
import { keptFunding } from '../purchase/kept.ts'
import { SiteWords } from '../screens/site-words.tsx'
import { paymentUri } from './payment-uri.ts'
import styles from './receive.module.css'
import { ReceivePanel } from './receive-panel.tsx'

export interface ManualMethodProps extends Omit<MethodScreenProps, 'request' | 'amount' | 'onBack'> {
  readonly request: KnownRequest
  /** Absent where there is nothing else to choose. */
  readonly onBack?: (() => void) | undefined
}

/** Address and code of a wallet, until its chain has more of the asset for it. */
export function ManualMethod({ request, onDone, onBack, onClose }: ManualMethodProps) {
  const kernel = useKernel()
  const [sight, setSight] = useState<'looking' | 'watching' | 'unseen'>('looking')
  const [kept] = useState(() => keptFunding(kernel.keptOfUser('funding', request.address)))
  const [done] = useState(() => ({ call: onDone }))
  done.call = onDone
  useEffect(() => {
    const life = new AbortController()
    const { signal } = life
    const watch = async () => {
      // That of before a reload counts: what came while the page was away has come.
      const baseline =
        kept.baselineOf(request) ??
        (await awaitBalance(kernel, request, { document, window }, () => setSight('unseen'), signal))
      signal.throwIfAborted()
      kept.keepBaseline(request, baseline)
      setSight('watching')
      const { amount, transactionHash } = await awaitArrival(kernel, request, baseline, signal)
      signal.throwIfAborted()
      done.call({ amount: fromBaseUnits(amount, request.asset.decimals), transactionHash })
    }
    watch().catch(() => {
      if (!signal.aborted) setSight('unseen')
    })
    return () => life.abort()
  }, [kernel, kept, request, done])
  // What comes after they left is no answer to whoever asks next.
  const leaving = (go: () => void) => () => {
    kept.keepBaseline(request, null)
    go()
  }

  const { receiveFundsTitle, receiveFundsSubtitle } = request.uiConfig
  const { symbol } = request.asset
  const chain = fundedChain(request, kernel.config.get())
  const awaiting = say('funding.awaiting', { symbol })
  return (
    <Screen
      onBack={onBack && leaving(onBack)}
      onClose={leaving(onClose)}
      status={sight === 'watching' ? awaiting : undefined}
      title={say('funding.receive', { symbol })}
    >
      <SiteWords words={[receiveFundsTitle, receiveFundsSubtitle]} />
      <ReceivePanel
        address={request.address}
        networks={[chain]}
        note={say('funding.onlyOn', { symbol, network: chain.name })}
        scanned={paymentUri(request)}
      />
      {sight === 'unseen' ? (
        <Problem>{say('funding.unseen', { network: chain.name })}</Problem>
      ) : (
        <p className={styles.waiting}>
          <span className={styles.turning}>
            <Spinner />
          </span>
          {sight === 'watching' ? awaiting : say('funding.preparing')}
        </p>
      )}
    </Screen>
  )
}
