import type { ReturnedLogin } from '@vitrine/shared/bridge/returned-login.ts'
import type { VitrineOptions } from './options.ts'

/** Contract §10.2. By hand: the schemas that say the same are not a page's to load. */
const PREFIX = 'vitrine_oauth_'

/**
 * Takes the whole page to where the wallet says that a login begins, and nowhere else: a frame could otherwise send people
 * of this site to any address.
 * @param url absent: the page's address is all that is asked for
 * @returns the page's address; empty: it is not such a page, and this one stays
 */
export function leavePage(
  { walletOrigin, appId }: Pick<VitrineOptions, 'walletOrigin' | 'appId'>,
  url?: string,
  go: (url: string) => void = it => location.assign(it),
): string {
  const { href } = location
  if (url === undefined) return href
  if (!url.startsWith(`${walletOrigin}/apps/${encodeURIComponent(appId)}/oauth#`)) return ''
  go(url)
  return href
}

/**
 * What a login has come back with, and takes it out of the address bar: it is for the frame alone, and no page that is
 * reloaded or shared shall hold it. Or what Telegram told a page that it opened as a Mini App, which no login of ours began.
 */
export function takeReturn(): ReturnedLogin | null {
  const address = new URL(location.href)
  const take = (name: string) => {
    const value = address.searchParams.get(PREFIX + name)
    address.searchParams.delete(PREFIX + name)
    return value
  }
  const [code, state, provider] = [take('code'), take('state'), take('provider')]
  history.replaceState(history.state, '', address)
  if (code && state && provider) return { code, state, provider }
  // It stays where it is: Telegram's own script reads it too.
  const launch = new URLSearchParams(address.hash.slice(1)).get('tgWebAppData')
  return launch ? { code: launch, state: '', provider: 'telegram' } : null
}
