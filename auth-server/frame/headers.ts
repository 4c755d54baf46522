import { providerOf } from '@vitrine/shared/captcha/provider.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { configuredEndpoints } from '@vitrine/shared/config/networks.ts'
import { rpcOrigin } from '@vitrine/shared/config/rpc-url.ts'
import { relayUrlOf } from '@vitrine/shared/config/wallet-connect.ts'
import { webOrigin } from '@vitrine/shared/config/web-origin.ts'
import { type CLOUD_ORIGINS, cloudOrigin } from '@vitrine/shared/wallet/cloud-origin.ts'
import { userOwnedRecoveries } from '@vitrine/shared/wallet/recovery-rules.ts'

/** Trusted Types policies of the frame app: one, which only lets the vault worker's own URL pass. */
const TRUSTED_TYPES_POLICIES = 'vitrine-worker'

/** Nothing that a wallet does not need; passkeys and the clipboard are for the frame alone. */
const PERMISSIONS_POLICY = [
  'accelerometer=()',
  'camera=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'serial=()',
  'usb=()',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  // The secrets document is of no origin, which only `*` names; a frame gets it by its `allow` alone.
  'clipboard-write=*',
  'payment=(self)',
].join(', ')

/** Of the document that shows keys and takes them, for one app. */
export const secretsPath = (appId: string): string => `/apps/${encodeURIComponent(appId)}/secrets`

/**
 * Headers of the frame document: who may embed it, and that it can load nothing but its own origin, and reach that, the
 * nodes, the relay and the clouds of the app's config, and the site's backends.
 * @param captchaOrigin runs the script of the app's captcha vendor, if it has one, in a frame of its own
 * @param fetchOrigins backends that `vitrine.fetch` reaches
 * @param embedders none for a window, which is a document at the top level
 * @param secretsUrl of the secrets document, which the frame embeds and a window does not
 */
export function frameHeaders(
  app: AppConfig,
  captchaOrigin: string,
  fetchOrigins: readonly string[] = [],
  embedders: readonly string[] = app.allowed_domains,
  secretsUrl: string | null = null,
): Readonly<Record<string, string>> {
  const ancestors = embedders.length > 0 ? embedders.join(' ') : "'none'"
  // A page may navigate what its frames embed: whoever stands there instead would be typed keys into.
  const framed = [
    ...(secretsUrl ? [secretsUrl] : []),
    ...(hasVendor(app) ? [`${captchaOrigin}/captcha/`] : []),
  ]
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "worker-src 'self'",
      `img-src ${["'self'", 'data:', ...imageOrigins(app)].join(' ')}`,
      `connect-src ${[...new Set(["'self'", ...nodeOrigins(app), ...relayOrigin(app), ...cloudOrigins(app), ...fetchOrigins])].join(' ')}`,
      ...(framed.length > 0 ? [`frame-src ${framed.join(' ')}`] : []),
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${ancestors}`,
      "require-trusted-types-for 'script'",
      `trusted-types ${TRUSTED_TYPES_POLICIES}`,
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // A host with COEP `require-corp` can embed the frame only with these two.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Permissions-Policy': PERMISSIONS_POLICY,
    'Cache-Control': 'no-store',
  }
}

/**
 * Headers of the secrets document. The sandbox takes the wallet origin away from it, and so from the frame that embeds it: neither
 * sees into the other. It can reach nothing, and nothing can be sent from it.
 * @param walletOrigin from which it loads its own files
 */
export const secretsHeaders = (
  { allowed_domains: sites }: AppConfig,
  walletOrigin: string,
): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    'sandbox allow-scripts allow-modals',
    "default-src 'none'",
    // The origin is in words, too: WebKit takes `'self'` for the document's own origin, which the sandbox takes away.
    `script-src 'self' ${walletOrigin}`,
    `style-src 'self' ${walletOrigin}`,
    `font-src 'self' ${walletOrigin}`,
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    // The site is an ancestor of the frame, and so of this.
    `frame-ancestors ${["'self'", ...sites].join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // The frame around it has COEP `require-corp`. The sandbox makes the document an origin of its own, so Firefox and WebKit
  // refuse it there under a stricter policy. It has no secret when it loads, and `frame-ancestors` says who embeds it.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy': PERMISSIONS_POLICY,
  'Cache-Control': 'no-store',
})

/** Headers of a page of the frame app that is no app's: nothing but its own origin. */
export const pageHeaders = (): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Permissions-Policy': PERMISSIONS_POLICY,
  'Cache-Control': 'no-store',
})

const hasVendor = (app: AppConfig) => app.captcha_enabled && providerOf(app) !== 'altcha'

/** What is not a plain origin could end the directive and begin another: the schema refuses it, and so does this. */
const nodeOrigins = (app: AppConfig) => [
  ...new Set(configuredEndpoints(app).flatMap(url => rpcOrigin(url) ?? [])),
]

/** The relay by which phones are reached, and no other host of WalletConnect's. */
function relayOrigin(app: AppConfig): string[] {
  const url = relayUrlOf(app)
  const origin = url === null ? null : rpcOrigin(url)
  return origin === null ? [] : [origin]
}

/** The person's own cloud, where the app offers to keep a recovery there: the frame reads and writes it, and no other app's does. */
function cloudOrigins({ embedded_wallet_config: config }: AppConfig): string[] {
  if (config.mode !== 'legacy-embedded-wallets-only') return []
  const offered = userOwnedRecoveries(config)
  // A stand-in on this machine may stand here: the frame itself asks none outside of development.
  const reached = (cloud: keyof typeof CLOUD_ORIGINS, url: string) => cloudOrigin(cloud, url, url)
  const urls = [
    offered.includes('google-drive') ? reached('google-drive', config.google_drive_url) : null,
    offered.includes('icloud') && config.icloud ? reached('icloud', config.icloud.url) : null,
  ]
  return urls.flatMap(url => (url ? (rpcOrigin(url) ?? []) : []))
}

/**
 * The operator's logo, icon and logos of tokens and of providers of its own, and the sites themselves: a site's own
 * `appearance.logo` lies there.
 */
function imageOrigins(app: AppConfig): string[] {
  const tokens = app.chains.flatMap(({ tokens = [] }) => tokens.map(({ logo_url }) => logo_url))
  const providers = app.custom_oauth_providers.map(it => it.provider_icon_url)
  const configured = [app.logo_url, app.icon_url, ...tokens, ...providers].flatMap(url => {
    const origin = url && URL.canParse(url) ? new URL(url).origin : ''
    // What is not a plain origin could end the directive and begin another.
    return webOrigin.safeParse(origin).success ? [origin] : []
  })
  return [...new Set([...configured, ...app.allowed_domains])]
}
