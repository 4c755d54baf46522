import { useEffect, useMemo } from 'react'
import { chainsToLogIn } from '../config/login-names.ts'
import type { ExternalWallets } from '../external-wallets/ports.ts'
import type { MethodCardProps } from '../login-method/card-method.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { startWalletLogin } from './start-flow.ts'
import { WalletCard } from './wallet-card.tsx'
import { entryOfRow } from './wallet-names.ts'
import { WithWallets } from './with-wallets.tsx'

/** Logs in with a wallet of the person's own. */
export const WalletLoginCard = (props: MethodCardProps) => (
  <WithWallets onBack={props.onBack} onClose={props.onClose} title={say('walletLogin.row')}>
    {wallets => <WalletLogin {...props} wallets={wallets} />}
  </WithWallets>
)

function WalletLogin({
  context,
  wallets,
  onBack,
  onClose,
}: MethodCardProps & { readonly wallets: ExternalWallets }) {
  const { kernel, request, way, onAuthenticated } = context
  const { options } = request
  const [state, flow] = useFlow(() => startWalletLogin(kernel, wallets, options.disableSignup ?? false))
  useEffect(() => {
    if (state.status === 'done') onAuthenticated(state.result)
  }, [state, onAuthenticated])
  const { walletList, walletChainType } = kernel.config.get()
  const shown = options.walletChainType ?? walletChainType
  const chainTypes = useMemo(() => chainsToLogIn(kernel.app, shown), [kernel.app, shown])
  return (
    <WalletCard
      chainTypes={chainTypes}
      entries={walletList}
      finishing={say('social.finishing')}
      flow={flow}
      guards={null}
      meaning={say('ownWallet.costsNothing')}
      onBack={onBack}
      onClose={onClose}
      preselected={entryOfRow(way)}
      sentence={say('ownWallet.choose')}
      title={say('walletLogin.row')}
      wallets={wallets}
    />
  )
}
