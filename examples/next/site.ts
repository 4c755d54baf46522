import { createVitrineServer, type VitrineNext, vitrineNext } from '@vitrine/host-sdk/node'

/** What this server is told by its environment. */
function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}: see README.md.`)
  return value
}

/** Where the wallet is, and as which app this site is known there. Pages may know it. */
export const place = () => ({ appId: setting('VITRINE_APP_ID'), walletOrigin: setting('VITRINE_ORIGIN') })

/** Of the whole server: its routes and its pages are bundles of their own. */
const shared: { vitrineSite?: VitrineNext } = globalThis

/** This site's own session, in an HttpOnly cookie. Made with the first request, since a build has no secrets. */
export function site(): VitrineNext {
  const { appId, walletOrigin } = place()
  shared.vitrineSite ??= vitrineNext(
    createVitrineServer({
      appId,
      walletOrigin,
      appSecret: setting('VITRINE_APP_SECRET'),
      siteOrigin: setting('SITE_ORIGIN'),
    }),
    { cookieSecret: setting('COOKIE_SECRET') },
  )
  return shared.vitrineSite
}
