import { cardMethod } from '../../login-method/card-method.tsx'
import { Icon } from '../../ui/icons.tsx'
import { say } from '../../words/say.ts'

/** Login without an account: the browser keeps a credential, and the person links an account later or never. */
export const guestLogin = cardMethod({
  label: () => say('guest.row'),
  title: () => say('guest.title'),
  icon: () => <GuestIcon />,
  load: async () => (await import('./card.tsx')).GuestCard,
  isPrefetched: true,
})

const GuestIcon = () => (
  <Icon size={20}>
    <circle cx="10" cy="7" r="3" />
    <path d="M4.5 16.5c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5" />
  </Icon>
)
