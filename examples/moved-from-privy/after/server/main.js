import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { createVitrineServer, vitrineExpress } from '@vitrine/host-sdk/node'
import { createServer as createVite } from 'vite'
import { ordersOf } from './orders.js'

const { PORT = '5173', VITRINE_ORIGIN = '', VITRINE_APP_ID = '', VITRINE_APP_SECRET = '' } = process.env
const vitrine = createVitrineServer({
  appId: VITRINE_APP_ID,
  appSecret: VITRINE_APP_SECRET,
  walletOrigin: VITRINE_ORIGIN,
  siteOrigin: `http://127.0.0.1:${PORT}`,
})
// In production a secret that stays: whoever restarts without it logs everybody out of this site.
const { COOKIE_SECRET = randomBytes(32).toString('base64') } = process.env
const site = vitrineExpress(vitrine, { cookieSecret: COOKIE_SECRET })

/** @returns {Promise<string | null>} who asks; `null` for a stranger */
async function userOf(/** @type {import('node:http').IncomingMessage} */ request) {
  const session = await site.getSession(request)
  return session?.userId ?? null
}

const server = createServer(async (request, response) => {
  if (request.url?.startsWith('/api/vitrine/'))
    return site.routes(request, response, () => response.writeHead(500).end())
  if (request.url !== '/api/orders') return vite.middlewares(request, response)
  const userId = await userOf(request)
  if (!userId) return response.writeHead(401).end()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(ordersOf(userId)))
})
const vite = await createVite({ appType: 'spa', server: { middlewareMode: true, hmr: { server } } })
server.listen(Number(PORT), '127.0.0.1')
