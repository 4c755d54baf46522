import type { FundingOption } from '@vitrine/shared/funding/options.ts'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { say } from '../../words/say.ts'
import { fundedChain, type KnownRequest, told } from '../asset.ts'
import styles from '../screens/funding.module.css'
import { vendorName } from '../screens/name-method.ts'
import type { PurchaseEvent, PurchaseState } from './flow.ts'

export interface PurchaseScreenProps {
  readonly state: Exclude<PurchaseState, { status: 'completed' }>
  readonly option: FundingOption
  readonly request: KnownRequest
  readonly amount: bigint
  /** Opens the company's window; to be called in the click. */
  onOpen(): void
  send(event: PurchaseEvent): void
  onBack(): void
  onClose(): void
}

/** Before, while and after a person is at the company's page: what they get, where to go on, and what became of it. */
export function PurchaseScreen(props: PurchaseScreenProps) {
  const { state, option, send, onOpen, onBack, onClose } = props
  const provider = vendorName(option)
  const prepare = () => send({ type: 'prepare' })
  switch (state.status) {
    case 'preparing':
    case 'ready':
    case 'unprepared': {
      const wasOpened = state.opened.length > 0
      return (
        <Screen
          onBack={onBack}
          onClose={onClose}
          sentence={say('funding.confirm', { provider })}
          status={state.status === 'preparing' ? say('funding.preparing') : undefined}
          title={say(option.method === 'exchange' ? 'funding.sendTitle' : 'funding.buyTitle', {
            amount: told(props.amount, props.request),
          })}
        >
          <Facts {...props} />
          {state.status === 'unprepared' ? <Problem>{state.failure.message}</Problem> : null}
          <div className={styles.actions}>
            {state.status === 'unprepared' ? (
              <Button onClick={prepare}>{say('action.tryAgain')}</Button>
            ) : (
              <Button isBusy={state.status === 'preparing'} onClick={onOpen}>
                {say('funding.open', { provider })}
              </Button>
            )}
          </div>
          {wasOpened ? <p className={styles.aside}>{say('funding.openedBefore')}</p> : null}
        </Screen>
      )
    }
    case 'waiting': {
      const sentence = say(WAITING[state.sight], { provider })
      return (
        <Screen
          onBack={onBack}
          onClose={onClose}
          sentence={sentence}
          status={sentence}
          title={say('funding.waitingTitle', { provider })}
        >
          <div className={styles.waiting}>
            <Spinner />
          </div>
          <div className={styles.actions}>
            <Button look={state.sight === 'open' ? 'quiet' : 'plain'} onClick={prepare}>
              {say('social.openAgain')}
            </Button>
          </div>
        </Screen>
      )
    }
    case 'late':
      return (
        <Screen
          onBack={onBack}
          onClose={onClose}
          sentence={say('funding.late', { provider })}
          title={say('funding.waitingTitle', { provider })}
        >
          <div className={styles.actions}>
            <Button onClick={() => send({ type: 'ask-again' })}>{say('approval.checkAgain')}</Button>
            <Button look="plain" onClick={onClose}>
              {say('action.close')}
            </Button>
          </div>
        </Screen>
      )
    case 'failed':
      return (
        <Screen
          onBack={onBack}
          onClose={onClose}
          sentence={state.failure ? undefined : say('funding.failed', { provider })}
          status={say('funding.failedTitle')}
          title={say('funding.failedTitle')}
        >
          {state.failure ? <Problem>{state.failure.message}</Problem> : null}
          <div className={styles.actions}>
            <Button onClick={onBack}>{say('funding.anotherWay')}</Button>
          </div>
        </Screen>
      )
  }
}

const WAITING = {
  open: 'funding.waiting.open',
  gone: 'funding.waiting.gone',
  unseen: 'social.unseen',
} as const

/** What comes, where, to whom, by whom. */
function Facts({ request, amount, option }: PurchaseScreenProps) {
  const { config } = useKernel()
  const facts = [
    [say('funding.fact.amount'), told(amount, request)],
    [say('funding.fact.network'), fundedChain(request, config.get()).name],
    [say('funding.fact.to'), shortAddress(request.address)],
    [say('funding.fact.by'), vendorName(option)],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div className={styles.fact} key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
