import { fromBaseUnits, toBaseUnits } from '@vitrine/shared/funding/amount.ts'
import type { FundingMethod, FundingOption } from '@vitrine/shared/funding/options.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { useCallback, useEffect, useState } from 'react'
import { startTask } from '../../core/task.ts'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { LazyScreen } from '../../ui/lazy-screen.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Success } from '../../ui/success.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import { type KnownRequest, knownRequest, readRequest } from '../asset.ts'
import type { FundingEnd } from '../end.ts'
import type { FundingOutcome, MethodScreenProps } from '../method.ts'
import { keptFunding } from '../purchase/kept.ts'
import { AmountScreen } from '../screens/amount-screen.tsx'
import styles from '../screens/funding.module.css'
import { MethodChooser } from '../screens/method-chooser.tsx'
import { begunTransfers } from '../wallets/begun-transfer.ts'

export interface FundingCardProps {
  readonly request: FundingRequest
  /** The money is there: told at once, before the tick is seen. */
  onCompleted(end: Extract<FundingEnd, { status: 'completed' }>): void
  /** The tick has been seen. */
  onEnd(): void
  /** The person leaves. @param method the one that was begun; `null`: none was */
  onLeave(method: FundingMethod | null): void
  /** Absent: there is nothing behind it. */
  readonly onBack?: (() => void) | undefined
}

/** Has a person bring money to a wallet: by which way, how much, and until it is there. */
export function FundingCard(props: FundingCardProps) {
  const kernel = useKernel()
  const { request, onBack, onLeave } = props
  const [state, task] = useFlow(() =>
    startTask((_: undefined, signal: AbortSignal) => readRequest(kernel, request, signal), toFailure),
  )
  const known = knownRequest(request) ?? (state.status === 'done' ? state.result : null)
  const isKnown = known !== null
  useEffect(() => {
    if (!isKnown) task.send({ type: 'start', argument: undefined })
  }, [isKnown, task])
  const leave = () => onLeave(null)
  if (known) return <KnownFunding {...props} known={known} />
  if (state.status !== 'failed') return <LoadingScreen onClose={leave} title={say('funding.title')} />
  return (
    <Screen onBack={onBack} onClose={leave} title={say('funding.title')}>
      <Problem>{state.failure.message}</Problem>
      <div className={styles.actions}>
        <Button onClick={() => task.send({ type: 'start', argument: undefined })}>
          {say('action.tryAgain')}
        </Button>
      </div>
    </Screen>
  )
}

type View =
  | { readonly at: 'choose' }
  | { readonly at: 'amount'; readonly option: FundingOption }
  | { readonly at: 'method'; readonly option: FundingOption; readonly amount: bigint }
  | { readonly at: 'done'; readonly amount: string | null }

const loadManual = async () => (await import('../receive/manual-method.tsx')).ManualMethod
const loadWallets = async () => (await import('../wallets/wallets-method.tsx')).WalletsMethod
const loadPurchase = async () => (await import('../purchase/purchase-method.tsx')).PurchaseMethod

function KnownFunding({
  known: request,
  onCompleted,
  onEnd,
  onLeave,
  onBack,
}: FundingCardProps & { readonly known: KnownRequest }) {
  const kernel = useKernel()
  const { decimals, symbol } = request.asset
  const [view, setView] = useState<View>(() => {
    // Before all else what was begun before a reload: it may have been paid.
    const begun = keptFunding(kernel.keptOfUser('funding', request.address)).latest(request)
    if (begun) return { at: 'method', option: begun.option, amount: toBaseUnits(begun.amount, decimals) }
    const { chain, asset, supportedOptions } = request
    const sending = begunTransfers(kernel.keptOfUser('transfers', request.address)).latest({
      chain,
      token: asset.address,
    })
    const wallets = supportedOptions.find(it => it.method === 'wallets')
    // Of another amount than this request's it is not what is asked for here.
    const isAsked =
      sending && (request.amount === null || BigInt(sending.amount) === toBaseUnits(request.amount, decimals))
    if (sending && isAsked && wallets)
      return { at: 'method', option: wallets, amount: BigInt(sending.amount) }
    return firstView(request)
  })
  const option = 'option' in view ? view.option : null
  const method = option?.method ?? null
  const done = useCallback(
    (outcome: FundingOutcome) => {
      if (method === null) return
      // What came this way must not be taken for what is sent to the address.
      keptFunding(kernel.keptOfUser('funding', request.address)).keepBaseline(request, null)
      onCompleted({ status: 'completed', method, outcome })
      setView({ at: 'done', amount: outcome.amount ?? null })
    },
    [kernel, request, method, onCompleted],
  )
  const close = () => onLeave(view.at === 'method' ? method : null)
  const hasChoice = request.supportedOptions.length + request.disabledOptions.length > 1
  const toChoice = hasChoice ? () => setView({ at: 'choose' }) : onBack

  if (view.at === 'done')
    return (
      <Success
        onEnd={onEnd}
        sentence={say('funding.doneSentence')}
        stays="long"
        title={say('funding.done', { amount: view.amount === null ? symbol : `${view.amount} ${symbol}` })}
      />
    )
  if (view.at === 'choose' || option === null)
    return (
      <MethodChooser
        onBack={onBack}
        onChoose={chosen => setView(begin(chosen))}
        onClose={close}
        request={request}
      />
    )
  if (view.at === 'amount')
    return (
      <AmountScreen
        first={request.amount === null ? null : toBaseUnits(request.amount, decimals)}
        onAmount={amount => setView({ at: 'method', option, amount })}
        onBack={toChoice}
        onClose={close}
        option={option}
        request={request}
      />
    )
  const { amount } = view
  const toAmount = () => setView(option.method === 'manual' ? { at: 'choose' } : { at: 'amount', option })
  const props: MethodScreenProps = {
    request: { ...request, amount: fromBaseUnits(amount, decimals) },
    amount,
    onDone: done,
    onBack: toAmount,
    onClose: close,
  }
  switch (option.method) {
    case 'manual':
      return (
        <LazyScreen
          load={loadManual}
          onClose={close}
          props={{ request, onDone: done, onBack: toChoice, onClose: close }}
          title={say('funding.title')}
        />
      )
    case 'wallets':
      return (
        <LazyScreen
          load={loadWallets}
          onClose={close}
          props={{ ...props, request }}
          title={say('funding.title')}
        />
      )
    default:
      return (
        <LazyScreen
          load={loadPurchase}
          onClose={close}
          props={{ ...props, request, option }}
          title={say('funding.title')}
        />
      )
  }
}

/** The chosen way begins with how much; where to send is shown at once. */
const begin = (option: FundingOption): View =>
  option.method === 'manual' ? { at: 'method', option, amount: 0n } : { at: 'amount', option }

function firstView({ supportedOptions, disabledOptions, defaultFundingMethod }: KnownRequest): View {
  const [only, ...others] = supportedOptions
  const chosen =
    supportedOptions.find(({ method }) => method === defaultFundingMethod) ??
    (others.length + disabledOptions.length === 0 ? only : undefined)
  return chosen ? begin(chosen) : { at: 'choose' }
}
