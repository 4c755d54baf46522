import { cardMethod } from '../../login-method/card-method.tsx'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { WalletIcon } from '../../wallet-login/icon.tsx'
import { say } from '../../words/say.ts'

/** Login with a wallet of the person's own on Ethereum. */
export const siweLogin: LoginMethodView = cardMethod({
  label: () => say('walletLogin.row'),
  title: () => say('walletLogin.row'),
  icon: () => <WalletIcon />,
  load: async () => (await import('../../wallet-login/card.tsx')).WalletLoginCard,
  isPrefetched: false,
})
