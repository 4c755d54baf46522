import { useEffect } from 'react'
import type { ExternalWallets } from '../../external-wallets/ports.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { useFlow } from '../../ui/use-flow.ts'
import { startWalletConnect } from '../../wallet-login/start-flow.ts'
import { WalletCard } from '../../wallet-login/wallet-card.tsx'
import { say } from '../../words/say.ts'

export interface ConnectProps {
  readonly wallets: ExternalWallets
  readonly chainTypes: readonly ('ethereum' | 'solana')[]
  /** @param address of its present account; nothing where it went as it came */
  onConnected(address: string | undefined): void
  onBack(): void
  onClose(): void
}

/** Connects a wallet app that is to pay. */
export function Connect({ wallets, chainTypes, onConnected, onBack, onClose }: ConnectProps) {
  const kernel = useKernel()
  const [state, flow] = useFlow(() => startWalletConnect(kernel, wallets))
  useEffect(() => {
    if (state.status !== 'done') return
    const { connection } = state.result
    // It may have gone as it came.
    onConnected(connection.accounts().length > 0 ? wallets.keep(connection).address : undefined)
  }, [state, wallets, onConnected])
  return (
    <WalletCard
      chainTypes={chainTypes}
      entries={kernel.config.get().walletList}
      finishing={say('fundWallets.connecting')}
      flow={flow}
      guards={null}
      meaning={say('fundWallets.connecting')}
      onBack={onBack}
      onClose={onClose}
      preselected={null}
      sentence={say('fundWallets.connectSentence')}
      title={say('fundWallets.connect')}
      wallets={wallets}
    />
  )
}
