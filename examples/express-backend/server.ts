import { createVitrineServer, vitrineExpress } from '@vitrine/host-sdk/node'
import express from 'express'
import { accountPage, startPage } from './pages.ts'

/** What this server is told by its environment. */
function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}: see README.md.`)
  return value
}

const port = Number(process.env.PORT ?? 3000)
const { SITE_ORIGIN = `http://127.0.0.1:${port}`, WEBHOOK_SECRET } = process.env
const place = { appId: setting('VITRINE_APP_ID'), walletOrigin: setting('VITRINE_ORIGIN') }

const vitrine = createVitrineServer({
  ...place,
  appSecret: setting('VITRINE_APP_SECRET'),
  siteOrigin: SITE_ORIGIN,
  webhookSecret: WEBHOOK_SECRET ? [WEBHOOK_SECRET] : [],
})
/** This site's own session: whoever logs out of the wallet, on any page, is logged out here within five seconds. */
const site = vitrineExpress(vitrine, {
  cookieSecret: setting('COOKIE_SECRET'),
  checkEveryS: 5,
  onWebhook: ({ type }) => console.log(`webhook  ${type}`),
})

const app = express()
app.disable('x-powered-by')
app.use((_, response, next) => {
  const wallet = place.walletOrigin
  const policy = `default-src 'none'; script-src 'self' ${wallet}; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src ${wallet}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  response.set({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' })
  next()
})
app.use('/api/vitrine', site.routes)
// The wallet's dialog shows the icon, too.
app.use(
  express.static(`${import.meta.dirname}/public`, {
    setHeaders: response => response.setHeader('cross-origin-resource-policy', 'cross-origin'),
  }),
)

app.get('/', async (request, response) => {
  response.set('cache-control', 'no-store').send(startPage(place, await site.getUser(request)))
})

/** For users alone; others are sent to where they can log in. */
app.get('/account', async (request, response) => {
  const user = await site.getUser(request)
  if (!user) return response.redirect('/')
  const sessions = await vitrine.sessions.list(user.id)
  response.set('cache-control', 'no-store').send(accountPage(place, user, sessions))
})

app.listen(port, '127.0.0.1', () => console.log(`Halden  ${SITE_ORIGIN}`))
