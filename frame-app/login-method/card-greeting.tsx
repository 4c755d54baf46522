import type { ComponentType, ReactNode } from 'react'
import { createStore } from '../core/store.ts'
import { GreetingRow } from './greeting-row.tsx'
import type { Greeting, LoginContext } from './login-method.ts'

export interface CardGreetingParts {
  readonly icon: () => ReactNode
  /** It names nobody. */
  readonly label: () => string
  readonly Card: ComponentType<{
    readonly context: LoginContext
    onBack(): void
    onClose(): void
  }>
}

/** A greeting of a method that has a card, which one press brings. */
export const cardGreeting = ({ icon, label, Card }: CardGreetingParts): Greeting => ({
  open({ onChosen, onForget, ...context }) {
    const hasCard = createStore(false)
    return {
      hasCard,
      Row: ({ isFirst }) => (
        <GreetingRow
          icon={icon()}
          isFirst={isFirst}
          label={label()}
          onForget={onForget}
          onPress={() => {
            onChosen()
            hasCard.set(true)
          }}
          who={null}
        />
      ),
      Card: ({ onClose }) => <Card context={context} onBack={() => hasCard.set(false)} onClose={onClose} />,
      close() {},
    }
  },
})
