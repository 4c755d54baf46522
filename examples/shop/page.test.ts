import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shopPage } from './page.ts'

let server: Server
let origin: string

beforeAll(async () => {
  server = createServer(
    shopPage({ walletOrigin: 'http://localhost:4401', appId: 'app_demo', payment: 'chain' }),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('embeds the wallet with one script tag, under a policy that names it twice', async () => {
  const response = await fetch(origin)
  expect(await response.text()).toContain(
    '<script src="http://localhost:4401/vitrine.js" data-app-id="app_demo" async></script>',
  )
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self' http://localhost:4401; frame-src http://localhost:4401; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
})

it.each(['/style.css', '/lamp.svg', '/icon.svg', '/dusd.svg'])('serves %s', async path => {
  expect((await fetch(origin + path)).status).toBe(200)
})

it('serves its icon, which caches keep for a day', async () => {
  const { status, headers } = await fetch(`${origin}/favicon.ico`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/x-icon')
  expect(headers.get('cache-control')).toBe('public, max-age=86400')
})

it.each(['/page.ts', '/../package.json', '/%2e%2e/%2e%2e/package.json', '/constructor'])(
  'does not serve %s',
  async path => {
    expect((await fetch(origin + path)).status).toBe(404)
  },
)
