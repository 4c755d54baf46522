import type { LoginMethodView } from '../../login-method/login-method.ts'
import { say } from '../../words/say.ts'
import { SiteIcon } from './site-icon.tsx'

/** The site's own page logs the person in (`follow-site.ts`): the landing has no place for it. */
export const customJwtLogin: LoginMethodView = {
  link: {
    label: () => say('siteAccount.linkTitle'),
    load: async () => (await import('./link-card.tsx')).CustomJwtLinkCard,
  },
  accountIcon: () => <SiteIcon size="tiny" />,
  accountName: () => say('account.siteAccount'),
  open: () => ({
    hasCard: { get: () => false, subscribe: () => () => {} },
    Row: () => null,
    Card: () => null,
    close() {},
  }),
}
