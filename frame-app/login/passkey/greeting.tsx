import { cardGreeting } from '../../login-method/card-greeting.tsx'
import { say } from '../../words/say.ts'
import { PasskeyCard } from './card.tsx'
import { PasskeyIcon } from './icon.tsx'

/** "Continue with your passkey": the browser asks for it at one press. */
export const passkeyGreeting = cardGreeting({
  icon: () => <PasskeyIcon />,
  label: () => say('greeting.passkey'),
  Card: props => <PasskeyCard {...props} startsAtOnce />,
})
