import { cardMethod } from '../../login-method/card-method.tsx'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { say } from '../../words/say.ts'
import { offerInAutofill } from './autofill-offer.ts'
import { PasskeyIcon } from './icon.tsx'

/** Login, sign-up and link with a passkey. */
export const passkeyLogin: LoginMethodView = {
  ...cardMethod({
    label: () => say('passkey.row'),
    title: () => say('passkey.title'),
    icon: () => <PasskeyIcon />,
    load: async () => (await import('./card.tsx')).PasskeyCard,
    isPrefetched: true,
    besideLanding: offerInAutofill,
  }),
  accountIcon: () => <PasskeyIcon />,
  accountName(account) {
    if (account.type !== 'passkey') return say('account.passkey')
    const { authenticatorName, createdWithBrowser: browser, createdWithDevice: device } = account
    const os = device ?? account.createdWithOs
    const place = browser && os ? say('passkey.madeWith', { browser, os }) : (browser ?? os)
    return [authenticatorName ?? say('account.passkey'), place].filter(Boolean).join(' · ')
  },
  offer: {
    title: () => say('passkey.offerTitle'),
    // A key from elsewhere would take more than the moment that an offer may take.
    isPossible: () => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
    load: async () => (await import('./offer-card.tsx')).PasskeyOfferCard,
  },
  link: {
    label: () => say('passkey.linkTitle'),
    load: async () => (await import('./link-card.tsx')).PasskeyLinkCard,
  },
}
