import { createStore } from '../../core/store.ts'
import { GreetingRow } from '../../login-method/greeting-row.tsx'
import type { Greeting } from '../../login-method/login-method.ts'
import { say } from '../../words/say.ts'
import { PasskeyCard } from './card.tsx'
import { PasskeyIcon } from './icon.tsx'

/** "Continue with your passkey": the browser asks for it at one press. */
export const passkeyGreeting: Greeting = {
  open({ onChosen, onForget, ...context }) {
    const hasCard = createStore(false)
    return {
      hasCard,
      Row: ({ isFirst }) => (
        <GreetingRow
          icon={<PasskeyIcon />}
          isFirst={isFirst}
          label={say('greeting.passkey')}
          onForget={onForget}
          onPress={() => {
            onChosen()
            hasCard.set(true)
          }}
          who={null}
        />
      ),
      Card: ({ onClose }) => (
        <PasskeyCard context={context} onBack={() => hasCard.set(false)} onClose={onClose} startsAtOnce />
      ),
      close() {},
    }
  },
}
