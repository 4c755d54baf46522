import { cardMethod } from '../../login-method/card-method.tsx'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { PhoneIcon } from '../../ui/icons-later.tsx'
import { say } from '../../words/say.ts'

/** Login by a code sent to a phone. Its card brings the world's phone numbers, so it loads when it is pressed. */
export const smsLogin: LoginMethodView = {
  ...cardMethod({
    label: () => say('sms.row'),
    title: () => say('sms.title'),
    icon: PhoneIcon,
    load: async () => (await import('./login-card.tsx')).SmsLoginCard,
    isPrefetched: false,
  }),
  accountIcon: PhoneIcon,
  link: {
    label: () => say('sms.linkTitle'),
    load: async () => (await import('./link-card.tsx')).SmsLinkCard,
  },
}
