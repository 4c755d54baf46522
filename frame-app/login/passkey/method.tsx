import { cardMethod } from '../../login-method/card-method.tsx'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { say } from '../../words/say.ts'
import { offerInAutofill } from './autofill-offer.ts'
import { PasskeyIcon } from './icon.tsx'
import { passkeyName } from './passkey-name.ts'

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
  accountName: passkeyName,
  loadRename: async () => (await import('./rename-card.tsx')).RenamePasskeyCard,
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
