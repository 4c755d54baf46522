import { cardGreeting } from '../../login-method/card-greeting.tsx'
import { say } from '../../words/say.ts'
import { FarcasterCard } from './card.tsx'
import { FarcasterIcon } from './icon.tsx'

/** "Continue with your Farcaster account": the code is there at one press. */
export const farcasterGreeting = cardGreeting({
  icon: () => <FarcasterIcon />,
  label: () => say('social.greeting', { provider: 'Farcaster' }),
  Card: FarcasterCard,
})
