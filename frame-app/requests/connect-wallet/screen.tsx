import { useEffect, useState } from 'react'
import type { ConnectedWallet, ExternalWallets } from '../../external-wallets/ports.ts'
import { walletGone } from '../../external-wallets/wallet-failure.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { Success } from '../../ui/success.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { startWalletConnect } from '../../wallet-login/start-flow.ts'
import { WalletCard } from '../../wallet-login/wallet-card.tsx'
import { WithWallets } from '../../wallet-login/with-wallets.tsx'
import { say } from '../../words/say.ts'
import type { ConnectWalletRequest } from './request.ts'

/** A wallet that the page asks to have connected, then the tick. */
export function ConnectWalletScreen({ request }: { readonly request: ConnectWalletRequest }) {
  const { hostOrigin, screens } = useKernel()
  const [connected, setConnected] = useState<ConnectedWallet | null>(null)
  if (connected)
    return (
      <Success
        onEnd={() => screens.dismiss(request)}
        onShown={() => screens.resolve(request, { wallet: pageWallet(connected) }, 'stays')}
        title={say('ownWallet.success')}
      />
    )
  const close = () => screens.dismiss(request)
  const title = say('ownWallet.connectTitle')
  const sentence = request.description ?? say('ownWallet.connectSentence', { site: new URL(hostOrigin).host })
  return (
    <WithWallets onClose={close} sentence={sentence} title={title}>
      {wallets => (
        <Connect
          onClose={close}
          onConnected={setConnected}
          request={request}
          sentence={sentence}
          wallets={wallets}
        />
      )}
    </WithWallets>
  )
}

interface ConnectProps {
  readonly request: ConnectWalletRequest
  readonly wallets: ExternalWallets
  readonly sentence: string
  onConnected(wallet: ConnectedWallet): void
  onClose(): void
}

function Connect({ request, wallets, sentence, onConnected, onClose }: ConnectProps) {
  const kernel = useKernel()
  const [state, flow] = useFlow(() => startWalletConnect(kernel, wallets))
  useEffect(() => {
    if (state.status !== 'done') return
    const { connection } = state.result
    // It may have gone as it came.
    if (connection.accounts().length > 0) onConnected(wallets.keep(connection))
    else kernel.screens.fail(request, walletGone(connection.meta.name))
  }, [state, wallets, kernel, request, onConnected])
  return (
    <WalletCard
      chainTypes={request.chainTypes}
      entries={request.entries}
      finishing={say('ownWallet.connecting')}
      flow={flow}
      guards={null}
      hidesHeader={request.hidesHeader}
      meaning={say('ownWallet.connecting')}
      onClose={onClose}
      preselected={request.preselected}
      sentence={request.hidesHeader ? undefined : sentence}
      title={say('ownWallet.connectTitle')}
      wallets={wallets}
    />
  )
}

/** As the page gets it (`shared/wallet/wallet.ts`). */
const pageWallet = ({ address, chainType, connection }: ConnectedWallet) => ({
  address,
  chainType,
  walletIndex: null,
  walletClientType: connection.walletClientType,
  connectorType: connection.connectorType,
  imported: false,
  delegated: false,
  recoveryMethod: null,
})
