import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Customers } from './customers.ts'
import { shopBackend } from './routes.ts'
import { createShop } from './shop.ts'

const account = privateKeyToAccount(generatePrivateKey())
const SHOP = 'http://127.0.0.1:4400'
const servers: Server[] = []
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let backend: string
/** What the wallet's server was asked: authorization and body. */
let redeemed: unknown[]
beforeEach(async () => {
  redeemed = []
  const wallet = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    redeemed.push([request.url, request.headers.authorization, JSON.parse(body)])
    if (JSON.parse(body).code !== 'good') return void response.writeHead(401).end('{}')
    response.end(JSON.stringify({ user: USER, session: SESSION, identity_token: 'token' }))
  })
  const customers = new Customers({ url: wallet, appId: 'app_demo', secret: 'secret' })
  const origins = [SHOP, 'http://localhost:4400']
  backend = await listen(shopBackend({ shop: createShop(null), customers, origins }))
})
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const verified = { verified_at: 1, first_verified_at: 1, latest_verified_at: 1 }
const walletOf = (address: string, wallet_index: number, chain_type = 'ethereum') => ({
  ...{ type: 'wallet', id: null, address, chain_type, chain_id: 'eip155:1', connector_type: 'embedded' },
  ...{ wallet_client: 'vitrine', wallet_client_type: 'vitrine', wallet_index, recovery_method: 'privy-v2' },
  ...{ imported: false, delegated: false, ...verified },
})
const second = privateKeyToAccount(generatePrivateKey()).address
const USER = {
  ...{ id: 'ada', created_at: 1, has_accepted_terms: false, is_guest: false, mfa_methods: [] },
  linked_accounts: [
    walletOf('4Nd1mY5kNkxF9hVxj5XvVc5mP6cBv9Xz5gq6jN3m2k1H', 0, 'solana'),
    walletOf(second, 1),
    walletOf(account.address, 0),
    { type: 'wallet', address: second, chain_type: 'ethereum', wallet_client: 'unknown', ...verified },
    { type: 'email', address: 'ada@mail.example', ...verified },
  ],
}
const SESSION = { id: 'session', created_at: 1, expires_at: 2 }

async function post(path: string, body: unknown, headers: Record<string, string> = { origin: SHOP }) {
  const response = await fetch(backend + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie') ?? '',
    body: await response.json(),
  }
}
const logIn = async () => {
  const { cookie } = await post('/api/session', { code: 'good' })
  return { origin: SHOP, cookie: cookie.split(';')[0] ?? '' }
}

test('a login code is redeemed with the app’s secret, for the page that sent it, and a script reads no session', async () => {
  const answer = await post('/api/session', { code: 'good' })
  expect(answer).toMatchObject({ status: 200, body: { wallet: account.address, balance: null } })
  expect(answer.cookie).toMatch(
    /^halden_session=[\w-]{43}; Max-Age=86400; Path=\/api; HttpOnly; SameSite=Strict$/,
  )
  expect(redeemed).toEqual([
    [
      '/api/v1/sessions/login_code',
      `Basic ${Buffer.from('app_demo:secret').toString('base64')}`,
      { code: 'good', audience: SHOP },
    ],
  ])
})

test('an order is signed by who logged in', async () => {
  const headers = await logIn()
  expect((await post('/api/wallet', {}, headers)).body).toEqual({ wallet: account.address, balance: null })
  const { body } = await post('/api/orders', {}, headers)
  expect(body.ask.message).toContain('ada@mail.example')
  const proof = await account.signMessage({ message: body.ask.message })
  expect(await post('/api/orders/pay', { number: body.number, proof }, headers)).toMatchObject({
    status: 200,
    body: { number: body.number, wallet: account.address, proof },
  })
})

test('a code that the wallet’s server refuses logs nobody in', async () => {
  expect(await post('/api/session', { code: 'bad' })).toMatchObject({
    ...{ status: 401, cookie: '' },
    body: { code: 'not_logged_in' },
  })
})

test.each(['/api/wallet', '/api/orders', '/api/orders/pay'])('%s is for who is logged in', async path => {
  const expected = { status: 401, body: { code: 'not_logged_in' } }
  expect(await post(path, {})).toMatchObject(expected)
  expect(await post(path, {}, { origin: SHOP, cookie: 'halden_session=made-up' })).toMatchObject(expected)
  const headers = await logIn()
  await post('/api/logout', {}, headers)
  expect(await post(path, {}, headers)).toMatchObject(expected)
})

test('another site’s page asks nothing, with the customer’s cookie neither', async () => {
  const headers = await logIn()
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:4401'])
    expect(await post('/api/orders', {}, { ...headers, origin })).toMatchObject({
      ...{ status: 403, body: { code: 'foreign_origin' } },
    })
  const response = await fetch(`${backend}/api/orders`, { headers: { cookie: headers.cookie } })
  expect(response.status).toBe(403)
})

test('what is no call, no JSON or too long is refused', async () => {
  expect((await post('/api/constructor', {})).status).toBe(404)
  expect((await post('/api/session', 'text')).status).toBe(400)
  expect((await post('/api/session', { code: 'x'.repeat(10_001) })).status).toBe(413)
})
