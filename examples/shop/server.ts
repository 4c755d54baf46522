import { createServer } from 'node:http'
import { shopPage } from './page.ts'

const { VITRINE_SHOP_PORT = '4400', VITRINE_PORT = '4401' } = process.env
const walletOrigin = process.env.VITRINE_ORIGIN ?? `http://localhost:${VITRINE_PORT}`

const server = createServer(shopPage({ walletOrigin, appId: 'app_demo' }))
server.on('error', (error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE'
  console.error(
    taken ? `Port ${VITRINE_SHOP_PORT} is taken. Set VITRINE_SHOP_PORT to a free one.` : error.message,
  )
  process.exit(1)
})
server.listen(Number(VITRINE_SHOP_PORT), '127.0.0.1')

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
