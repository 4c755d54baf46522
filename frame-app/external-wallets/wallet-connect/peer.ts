import { relayedWallet } from '@vitrine/shared/bridge/wallet-relay.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { WalletMeta } from '../ports.ts'

const NAME_LENGTH = 64
const LINK_LENGTH = 1_024

/** How a phone's wallet calls itself, for people's eyes. It can call itself anything: this proves nothing. */
export function readPeer(metadata: unknown): { readonly meta: WalletMeta; readonly openApp: string | null } {
  const { name, icons, redirect } = Object(metadata)
  const { universal, native } = Object(redirect)
  const shown = plainText(name) || 'WalletConnect'
  return {
    meta: { name: shown, id: shown, icon: readIcon(icons) },
    openApp: readLink(universal) ?? readLink(native),
  }
}

/** Without what cannot be seen, or turns the text around it: a name must not look like another sentence. */
const plainText = (text: unknown): string =>
  typeof text === 'string'
    ? Array.from(text.slice(0, 1_024).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ''))
        .slice(0, NAME_LENGTH)
        .join('')
        .trim()
    : ''

/** An icon's own bytes alone. The addresses that wallets give would tell a third party who is here. */
function readIcon(icons: unknown): string | null {
  const read = relayedWallet.shape.icon.safeParse(Array.isArray(icons) ? icons[0] : null)
  return read.success ? read.data : null
}

/** Schemes that run a script, name a resource of the browser's or start something else than the wallet. */
const NO_APP =
  /^(?:javascript|data|vbscript|blob|file|filesystem|about|view-source|http|ws|wss|ftp|intent|mailto|tel|sms):/
const APP_LINK = /^[a-z][a-z0-9+.-]{1,62}:\/\//

/** Where "Open app" leads. @returns `null` for all but `https:` and a scheme that can be an app's own */
function readLink(link: unknown): string | null {
  if (typeof link !== 'string' || link.length > LINK_LENGTH) return null
  const url = parseUrl(link)
  if (!url) return null
  const { href, protocol, hostname, username, password } = url
  if (username !== '' || password !== '') return null
  if (protocol === 'https:') return hostname === '' ? null : href
  return APP_LINK.test(href) && !NO_APP.test(href) ? href : null
}
