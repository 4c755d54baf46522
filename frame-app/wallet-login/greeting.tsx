import { cardGreeting } from '../login-method/card-greeting.tsx'
import { say } from '../words/say.ts'
import { WalletLoginCard } from './card.tsx'
import { WalletIcon } from './icon.tsx'

/** "Continue with your wallet": the list begins with the one that was used last. */
export const walletGreeting = cardGreeting({
  icon: () => <WalletIcon />,
  label: () => say('ownWallet.greeting'),
  Card: WalletLoginCard,
})
