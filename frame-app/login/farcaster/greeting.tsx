import { createStore } from '../../core/store.ts'
import { GreetingRow } from '../../login-method/greeting-row.tsx'
import type { Greeting } from '../../login-method/login-method.ts'
import { say } from '../../words/say.ts'
import { FarcasterCard } from './card.tsx'
import { FarcasterIcon } from './icon.tsx'

/** "Continue with your Farcaster account": the code is there at one press. */
export const farcasterGreeting: Greeting = {
  open({ onChosen, onForget, ...context }) {
    const hasCard = createStore(false)
    return {
      hasCard,
      Row: ({ isFirst }) => (
        <GreetingRow
          icon={<FarcasterIcon />}
          isFirst={isFirst}
          label={say('social.greeting', { provider: 'Farcaster' })}
          onForget={onForget}
          onPress={() => {
            onChosen()
            hasCard.set(true)
          }}
          who={null}
        />
      ),
      Card: ({ onClose }) => (
        <FarcasterCard context={context} onBack={() => hasCard.set(false)} onClose={onClose} />
      ),
      close() {},
    }
  },
}
