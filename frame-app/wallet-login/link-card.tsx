import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { useEffect, useMemo } from 'react'
import { chainOfWay, chainsToLogIn } from '../config/login-names.ts'
import type { ExternalWallets } from '../external-wallets/ports.ts'
import type { LinkCardProps } from '../login-method/login-method.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { startWalletLink } from './start-flow.ts'
import { WalletCard } from './wallet-card.tsx'
import { WithWallets } from './with-wallets.tsx'

/** Refusals that another try with the same wallet does not change: the page is told of them when the person leaves. */
const FINAL: readonly ErrorCode[] = ['linked_to_another_user', 'cannot_link_more_of_type']

/** Adds a wallet of the person's own to who is logged in. */
export const WalletLinkCard = (props: LinkCardProps) => (
  <WithWallets
    onBack={props.onBack}
    onClose={props.onClose}
    title={say(props.context.smartWallet ? 'ownWallet.smartTitle' : 'ownWallet.linkTitle')}
  >
    {wallets => <WalletLink {...props} wallets={wallets} />}
  </WithWallets>
)

function WalletLink({
  context,
  wallets,
  onBack,
  onClose,
}: LinkCardProps & { readonly wallets: ExternalWallets }) {
  const { kernel, stepUp, way, smartWallet, onLinked, onRefused } = context
  const [state, flow] = useFlow(() => startWalletLink(kernel, wallets, stepUp, smartWallet))
  useEffect(() => {
    onRefused(state.status === 'error' && FINAL.includes(state.failure.code) ? state.failure : null)
    if (state.status === 'done') onLinked(state.result)
  }, [state, onLinked, onRefused])
  const { walletList, walletChainType } = kernel.config.get()
  const chainTypes = useMemo(() => {
    if (smartWallet) return ['ethereum'] as const
    const all = chainsToLogIn(kernel.app, walletChainType)
    const own = chainOfWay(way)
    // A page that names the login of another chain than the list begins with means that chain.
    return own === null || own === all[0] ? all : [own]
  }, [kernel.app, walletChainType, way, smartWallet])

  const asked = useStore(stepUp.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  return (
    <WalletCard
      chainTypes={chainTypes}
      entries={walletList}
      finishing={say('ownWallet.adding')}
      flow={flow}
      guards="wallet"
      meaning={say('ownWallet.addsWallet')}
      onBack={onBack}
      onClose={onClose}
      preselected={null}
      sentence={say(smartWallet ? 'ownWallet.smartSentence' : 'ownWallet.linkSentence')}
      title={say(smartWallet ? 'ownWallet.smartTitle' : 'ownWallet.linkTitle')}
      wallets={wallets}
    />
  )
}
