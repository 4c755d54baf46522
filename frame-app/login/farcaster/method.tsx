import { cardMethod } from '../../login-method/card-method.tsx'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { say } from '../../words/say.ts'
import { FarcasterIcon } from './icon.tsx'

/** Login with a Farcaster account, approved in a person's Farcaster app. */
export const farcasterLogin: LoginMethodView = {
  ...cardMethod({
    label: () => say('farcaster.row'),
    title: () => say('farcaster.row'),
    icon: () => <FarcasterIcon />,
    load: async () => (await import('./card.tsx')).FarcasterCard,
    isPrefetched: false,
  }),
  accountIcon: () => <FarcasterIcon />,
  accountName(account) {
    if (account.type !== 'farcaster') return ''
    const { username, displayName, fid } = account
    return username ? `@${username}` : (displayName ?? `#${fid}`)
  },
  link: {
    label: () => say('social.linkTitle', { provider: 'Farcaster' }),
    load: async () => (await import('./link-card.tsx')).FarcasterLinkCard,
  },
}
