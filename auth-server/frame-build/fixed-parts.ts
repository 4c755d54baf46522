import { rpcOrigin } from '@vitrine/shared/config/rpc-url.ts'
import { isAppOrigin, isSerializedOrigin } from '@vitrine/shared/config/web-origin.ts'

/** Headers of a document that say what it may do. A browser goes by them; caches and proxies add others. */
const RIGHTS = [
  'content-type',
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
] as const

/** Directives in which an app's config has a say: origins, and nothing but plain ones. */
const ORIGINS_OF_THE_APP = ['img-src', 'connect-src', 'frame-ancestors']

type Headers = Readonly<Record<string, string | undefined>>

/**
 * What a document of the frame app has whichever app it is of: its HTML with neither title nor inlined config. Neither can hold
 * an element: what stands between their tags has no `<` (`frame/document.ts`), or it stays and is another document.
 */
export const fixedDocument = (html: string): string =>
  html
    .replace(/<title>[^<]*<\/title>/, '<title></title>')
    .replace(/(<script type="application\/json" id="vitrine-boot">)[^<]*(?=<\/script>)/, '$1')

/** The JSON of that config. @returns `undefined`: the document has none */
export const inlinedConfig = (html: string): string | undefined =>
  /<script type="application\/json" id="vitrine-boot">([^<]*)<\/script>/.exec(html)?.[1]

/** Headers of a document without what an app's config has a say in: see `fixedPolicy`. @param origin the wallet origin */
export const fixedHeaders = (headers: Headers, origin: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    RIGHTS.flatMap(name => {
      const value = headers[name]
      if (value === undefined) return []
      return [[name, name === 'content-security-policy' ? fixedPolicy(value, origin) : value]]
    }),
  )

/**
 * A policy without the origins of an app's config. What is no plain origin stays, and makes it another policy: `*`, `https:`, a
 * host with a wildcard, `'unsafe-inline'`, a directive more. @param origin the wallet origin
 */
export const fixedPolicy = (policy: string, origin: string): string =>
  policy
    .split(';')
    .flatMap(directive => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      if (ORIGINS_OF_THE_APP.includes(name))
        return [[name, ...sources.filter(source => !isPlainOrigin(source))].join(' ')]
      // The wallet origin beside `'self'` says the same once more.
      if (name !== 'frame-src')
        return [[name, ...sources.filter(it => it !== origin || !sources.includes("'self'"))].join(' ')]
      const others = sources.filter(source => !isOwnFrame(source, origin))
      return others.length > 0 ? [[name, ...others].join(' ')] : []
    })
    .join('; ')

const isPlainOrigin = (source: string): boolean =>
  isSerializedOrigin(source) || isAppOrigin(source) || rpcOrigin(source) === source

/** What the frame embeds: the app's secrets document, and the captcha's documents, which may have an origin of their own. */
const isOwnFrame = (source: string, origin: string): boolean =>
  (source.startsWith(`${origin}/apps/`) && /^[\w-]+\/secrets$/.test(source.slice(origin.length + 6))) ||
  (source.endsWith('/captcha/') && isSerializedOrigin(source.slice(0, -'/captcha/'.length)))
