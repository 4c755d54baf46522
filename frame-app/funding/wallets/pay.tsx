import { fromBaseUnits } from '@vitrine/shared/funding/amount.ts'
import { useEffect, useRef, useState } from 'react'
import type { ExternalWallets } from '../../external-wallets/ports.ts'
import { isSameAccount } from '../../external-wallets/same-account.ts'
import { sayProblem } from '../../send/say-problem.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { LazyScreen } from '../../ui/lazy-screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { Phrase } from '../../words/phrase.tsx'
import { say } from '../../words/say.ts'
import { fundedChain, type KnownRequest } from '../asset.ts'
import type { MethodScreenProps } from '../method.ts'
import { Approval } from './approval.tsx'
import { ChooseScreen } from './choose-screen.tsx'
import { Connect } from './connect.tsx'
import type { WalletsState } from './flow.ts'
import { Following } from './following.tsx'
import { OfferScreen } from './offer-screen.tsx'
import { type Payer, payersOf, payingFamilies } from './payer.ts'
import { AllowingScreen, EndedScreen } from './progress-screens.tsx'
import { chainName, exactly } from './shown.ts'
import { SourceScreen } from './source-screen.tsx'
import { startWallets } from './start-wallets.ts'

export interface PayProps extends MethodScreenProps {
  readonly request: KnownRequest
  readonly wallets: ExternalWallets
}

/** Few need it: this device usually opens the wallet by itself. */
const loadRecover = async () => (await import('../../recovery/recover-card.tsx')).RecoverCard

/** From the choice of a wallet to the money's arrival. */
export function Pay({ request, amount, wallets, onDone, onBack, onClose }: PayProps) {
  const kernel = useKernel()
  const [started] = useState(() => startWallets(kernel, request, amount))
  const { flow } = started
  useEffect(() => () => flow.stop(), [flow])
  const state = useStore(flow)
  useStore(kernel.connected)
  const payers = payersOf(kernel, wallets, request)
  const { asset } = request
  const network = fundedChain(request, kernel.config.get()).name
  // What a contract or an app calls itself has its own direction.
  const what = <bdi>{exactly(amount, asset)}</bdi>
  const where = <bdi>{network}</bdi>
  const sentence = <Phrase of="fundWallets.bringing" values={{ amount: what, network: where }} />
  const back = () => flow.send({ type: 'back' })

  useTaken(state, payers, () => flow.send({ type: 'payer-gone' }))
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (state.status !== 'arrived') return
    const { arrived, begun } = state
    done.current({
      ...(arrived.transactionHash !== null && { transactionHash: arrived.transactionHash }),
      amount: fromBaseUnits(arrived.amount, asset.decimals),
      metadata: { walletClientType: begun.from.walletClientType },
    })
  }, [state, asset.decimals])

  switch (state.status) {
    case 'choosing':
      return (
        <ChooseScreen
          hasGone={state.hasGone}
          onBack={onBack}
          onChoose={payer => flow.send({ type: 'payer', payer })}
          onClose={onClose}
          onConnect={
            kernel.config.get().externalWallets.isDisabled ? null : () => flow.send({ type: 'connect' })
          }
          payers={payers}
          sentence={sentence}
        />
      )
    case 'connecting':
      return (
        <Connect
          chainTypes={payingFamilies(request)}
          onBack={back}
          onClose={onClose}
          onConnected={address => {
            const payer = payersOf(kernel, wallets, request).find(
              ({ wallet }) => address !== undefined && isSameAccount(wallet.address, address),
            )
            flow.send(payer ? { type: 'payer', payer } : { type: 'back' })
          }}
          wallets={wallets}
        />
      )
    case 'quoting':
    case 'offered':
      return <Offer />
    case 'recovering':
      return (
        <LazyScreen
          load={loadRecover}
          onClose={onClose}
          props={{
            ...{ onBack: back, onClose, onRecovered: () => flow.send({ type: 'recovered' }) },
            ...(state.payer.wallet.custody === 'device' && { wallet: state.payer.wallet }),
          }}
          title={say('recover.title')}
        />
      )
    case 'source':
    case 'preparing': {
      if (state.status === 'preparing' && state.plan.type === 'bridge') return <Offer />
      return (
        <SourceScreen
          amount={amount}
          busy={state.status === 'preparing' ? state.plan.holding : null}
          key={state.payer.wallet.address}
          network={network}
          onBack={back}
          onBridge={holding => flow.send({ type: 'bridge', holding })}
          onClose={onClose}
          onOther={back}
          onTransfer={holding => flow.send({ type: 'transfer', holding })}
          payer={state.payer}
          problem={state.status === 'source' ? state.problem : null}
          request={request}
          sentence={sentence}
        />
      )
    }
    case 'asking':
      return <Approval key={state.prepared.request.id} started={started} state={state} />
    case 'following':
      return (
        <Following
          network={network}
          onClose={onClose}
          payingNetwork={chainName(kernel.config.get(), state.begun.from.chain)}
          started={started}
          state={state}
        />
      )
    case 'ended':
      return (
        <EndedScreen
          begun={state.begun}
          onAgain={() => flow.send({ type: 'again' })}
          onClose={onClose}
          payingNetwork={chainName(kernel.config.get(), state.begun.from.chain)}
          why={state.why}
        />
      )
    case 'allowing':
      return <AllowingScreen onClose={onClose} />
    case 'arrived':
      // What comes next is drawn by who asked.
      return null
  }

  function Offer() {
    if (state.status === 'quoting' || state.status === 'offered')
      return (
        <OfferScreen
          asset={asset}
          holding={state.holding}
          isBusy={false}
          isChanged={state.status === 'offered' && state.isChanged}
          offer={state.status === 'offered' ? state.offer : null}
          onAccept={() => flow.send({ type: 'accept' })}
          onBack={back}
          onClose={onClose}
          problem={
            state.status === 'offered' && state.problem ? sayProblem(state.problem, state.holding) : null
          }
        />
      )
    if (state.status !== 'preparing' || state.plan.type !== 'bridge') return null
    const { holding, offer } = state.plan
    return (
      <OfferScreen
        {...{ asset, holding, offer, onClose }}
        isBusy
        isChanged={false}
        onAccept={() => {}}
        onBack={back}
        problem={null}
      />
    )
  }
}

/** Tells when the wallet that was chosen is none of the person's any more. */
function useTaken(state: WalletsState, payers: readonly Payer[], onGone: () => void) {
  const chosen = 'payer' in state ? state.payer.wallet : null
  const isThere =
    chosen === null || payers.some(({ wallet }) => isSameAccount(wallet.address, chosen.address))
  const gone = useRef(onGone)
  gone.current = onGone
  useEffect(() => {
    if (!isThere) gone.current()
  }, [isThere])
}
