import type { ReactNode } from 'react'
import type { Holding } from '../../portfolio/ports.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { say } from '../../words/say.ts'
import type { BridgeOffer } from './bridge-offer.ts'
import { exactly, sayDuration } from './shown.ts'
import styles from './wallets.module.css'

export interface OfferScreenProps {
  readonly holding: Holding
  /** `null`: it is being asked for. */
  readonly offer: BridgeOffer | null
  readonly asset: { readonly symbol: string; readonly decimals: number }
  /** It is worse than what was agreed to before. */
  readonly isChanged: boolean
  readonly isBusy: boolean
  readonly problem: string | null
  onAccept(): void
  onBack(): void
  onClose(): void
}

/** What a bridge takes and brings: price, least, fee and time. */
export function OfferScreen(props: OfferScreenProps) {
  const { holding, offer, asset, isChanged, isBusy, problem, onAccept, onBack, onClose } = props
  const steps = offer?.steps.length ?? 1
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={offer ? say('fundWallets.offerBy', { provider: offer.provider }) : say('fundWallets.asking')}
      status={offer ? undefined : say('fundWallets.asking')}
      title={say('fundWallets.offerTitle', { network: holding.chain.name })}
    >
      {isChanged ? <Problem>{say('fundWallets.changed')}</Problem> : null}
      {offer ? (
        <dl className={styles.facts}>
          <Fact name={say('fundWallets.pay')}>{exactly(offer.amountIn, holding)}</Fact>
          <Fact name={say('fundWallets.get')}>{exactly(offer.amountOut, asset)}</Fact>
          {offer.minimumAmountOut === offer.amountOut ? null : (
            <Fact name={say('fundWallets.least')}>{exactly(offer.minimumAmountOut, asset)}</Fact>
          )}
          {offer.feeUsd === null ? null : <Fact name={say('fundWallets.fee')}>{`$${offer.feeUsd}`}</Fact>}
          {offer.timeEstimate === null ? null : (
            <Fact name={say('fundWallets.time')}>{sayDuration(offer.timeEstimate)}</Fact>
          )}
        </dl>
      ) : (
        <div aria-hidden="true" className={styles.skeleton} />
      )}
      {offer && steps > 1 ? <p className={styles.note}>{say('fundWallets.twoSteps')}</p> : null}
      {problem === null ? null : <Problem>{problem}</Problem>}
      <div className={styles.actions}>
        <Button isBusy={isBusy || offer === null} onClick={onAccept}>
          {say('fundWallets.review')}
        </Button>
      </div>
    </Screen>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </div>
)
