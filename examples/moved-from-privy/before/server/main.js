import { createServer } from 'node:http'
import { PrivyClient } from '@privy-io/server-auth'
import { createServer as createVite } from 'vite'
import { ordersOf } from './orders.js'

const { PORT = '5173', PRIVY_APP_ID = '', PRIVY_APP_SECRET = '' } = process.env
const privy = new PrivyClient(PRIVY_APP_ID, PRIVY_APP_SECRET)

/** @returns {Promise<string | null>} who asks; `null` for a stranger */
async function userOf(/** @type {import('node:http').IncomingMessage} */ request) {
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  const claims = await privy.verifyAuthToken(token).catch(() => null)
  return claims?.userId ?? null
}

const server = createServer(async (request, response) => {
  if (request.url !== '/api/orders') return vite.middlewares(request, response)
  const userId = await userOf(request)
  if (!userId) return response.writeHead(401).end()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(ordersOf(userId)))
})
const vite = await createVite({ appType: 'spa', server: { middlewareMode: true, hmr: { server } } })
server.listen(Number(PORT), '127.0.0.1')
