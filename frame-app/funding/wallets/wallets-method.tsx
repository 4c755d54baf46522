import { WithWallets } from '../../wallet-login/with-wallets.tsx'
import { say } from '../../words/say.ts'
import { Pay, type PayProps } from './pay.tsx'

/** Pays from a wallet of the person's: a wallet app of theirs, or another one that was made here. */
export function WalletsMethod(props: Omit<PayProps, 'wallets'>) {
  const { onBack, onClose } = props
  return (
    <WithWallets onBack={onBack} onClose={onClose} title={say('fundWallets.choose')}>
      {wallets => <Pay {...props} wallets={wallets} />}
    </WithWallets>
  )
}
