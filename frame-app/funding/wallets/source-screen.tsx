import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { type ReactNode, useEffect, useState } from 'react'
import type { Holding } from '../../portfolio/ports.ts'
import type { SendProblem } from '../../send/flow.ts'
import { sayProblem } from '../../send/say-problem.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '../../ui/choice-row.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { assetHoldings } from './asset-holdings.ts'
import { CoinBalance, CoinIcon } from './coin.tsx'
import type { Payer } from './payer.ts'
import { roughly } from './shown.ts'
import { chainOf, sourcesOf } from './target.ts'
import styles from './wallets.module.css'

export interface SourceScreenProps {
  readonly payer: Payer
  readonly request: FundingRequest
  readonly amount: bigint
  readonly sentence: ReactNode
  /** The network that is funded, as the app calls it. */
  readonly network: string
  /** What is being made ready: its button waits. */
  readonly busy: Holding | null
  readonly problem: SendProblem | null
  onTransfer(holding: Holding): void
  onBridge(holding: Holding): void
  onOther(): void
  onBack(): void
  onClose(): void
}

/** What the wallet has, and whether it is enough; else what a bridge could bring. */
export function SourceScreen(props: SourceScreenProps) {
  const { payer, request, amount, sentence, network, busy, problem, onBack, onClose } = props
  const kernel = useKernel()
  const [holdings] = useState(() => assetHoldings(kernel, payer.wallet, request))
  useEffect(() => () => holdings.stop(), [holdings])
  const read = useStore(holdings.store)
  const { direct, standing, others } = sourcesOf(read, request, amount)
  const canPayHere = payer.wallet.chainType === request.chainType
  // "Too little" is said once the other networks were read as well: a bridge may bring the money from one of them.
  const isOpen = canPayHere
    ? standing === 'unknown' || (standing === 'short' && others.length === 0)
    : others.length === 0
  const isReading = read.isRefreshing && isOpen
  const title = say('fundWallets.title', { wallet: payer.name })
  const isBusyHere = busy !== null && direct !== null && busy.key === direct.key
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={sentence}
      status={isReading ? say('fundWallets.reading') : undefined}
      title={title}
    >
      {isReading ? (
        <div aria-hidden="true" className={styles.skeleton} />
      ) : (
        <>
          {canPayHere && direct ? <CoinBalance holding={direct} /> : null}
          <Standing />
        </>
      )}
      {problem === null ? null : <Problem>{saidProblem(problem, direct)}</Problem>}
      <div className={styles.actions}>
        {canPayHere && standing === 'enough' && direct ? (
          <Button isBusy={isBusyHere} onClick={() => props.onTransfer(direct)}>
            {say('fundWallets.review')}
          </Button>
        ) : null}
        {!isReading && canPayHere && standing === 'unknown' ? (
          <Button onClick={() => void holdings.refresh()}>{say('fundWallets.again')}</Button>
        ) : null}
        <Button look="quiet" onClick={props.onOther}>
          {say('fundWallets.chooseOther')}
        </Button>
      </div>
    </Screen>
  )

  function Standing() {
    if (canPayHere && standing === 'enough') return <p className={styles.note}>{say('fundWallets.enough')}</p>
    const words = say(standing === 'unknown' ? 'fundWallets.unknown' : 'fundWallets.short', { network })
    return (
      <>
        {canPayHere && others.length === 0 ? <Problem>{words}</Problem> : null}
        {canPayHere && others.length > 0 ? <p className={styles.note}>{words}</p> : null}
        {request.isBridgingEnabled ? <Others /> : null}
      </>
    )
  }

  function Others() {
    if (others.length === 0) return <p className={styles.note}>{say('fundWallets.nothing')}</p>
    return (
      <>
        <h2 className={styles.heading}>{say('fundWallets.bringFrom')}</h2>
        <ChoiceRows>
          {others.map(holding => (
            <ChoiceRow
              icon={<CoinIcon holding={holding} size={32} />}
              key={`${chainOf(holding)} ${holding.key}`}
              mark={<bdi>{holding.chain.name}</bdi>}
              meaning={<bdi>{roughly(holding.amount ?? 0n, holding)}</bdi>}
              label={holding.symbol}
              onPress={() => props.onBridge(holding)}
            />
          ))}
        </ChoiceRows>
      </>
    )
  }
}

const saidProblem = (problem: SendProblem, direct: Holding | null): string =>
  typeof problem === 'object'
    ? problem.message
    : direct
      ? sayProblem(problem, direct)
      : say('error.unexpected')
