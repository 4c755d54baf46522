import { createStore } from '../core/store.ts'
import { GreetingRow } from '../login-method/greeting-row.tsx'
import type { Greeting } from '../login-method/login-method.ts'
import { say } from '../words/say.ts'
import { WalletLoginCard } from './card.tsx'
import { WalletIcon } from './icon.tsx'

/** "Continue with your wallet": the list begins with the one that was used last. */
export const walletGreeting: Greeting = {
  open({ onChosen, onForget, ...context }) {
    const hasCard = createStore(false)
    return {
      hasCard,
      Row: ({ isFirst }) => (
        <GreetingRow
          icon={<WalletIcon />}
          isFirst={isFirst}
          label={say('ownWallet.greeting')}
          onForget={onForget}
          onPress={() => {
            onChosen()
            hasCard.set(true)
          }}
          who={null}
        />
      ),
      Card: ({ onClose }) => (
        <WalletLoginCard context={context} onBack={() => hasCard.set(false)} onClose={onClose} />
      ),
      close() {},
    }
  },
}
