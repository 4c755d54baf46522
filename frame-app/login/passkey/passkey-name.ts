import type { User } from '@vitrine/shared/api/client-user.ts'
import { say } from '../../words/say.ts'

type Account = User['linkedAccounts'][number]

/** What a person knows a passkey by: what they call it, else who keeps it and where it was made. */
export const passkeyName = (account: Account): string =>
  (account.type === 'passkey' && account.name) || ownName(account)

/** While its person calls it nothing. */
export function ownName(account: Account): string {
  if (account.type !== 'passkey') return say('account.passkey')
  const { authenticatorName, createdWithBrowser: browser, createdWithDevice: device } = account
  const os = device ?? account.createdWithOs
  const place = browser && os ? say('passkey.madeWith', { browser, os }) : (browser ?? os)
  return [authenticatorName ?? say('account.passkey'), place].filter(Boolean).join(' · ')
}
