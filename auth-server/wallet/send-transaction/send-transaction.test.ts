import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scanResponse } from '@vitrine/shared/wallet/send-transaction.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { rateLimits } from '../../database/schema.ts'
import { createTestDevice } from '../../signer/testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { logInOnNewDevice, type Person, refusal } from '../testing/wallet-calls.ts'
import { createScanner } from './scanner.ts'

const PATH = '/api/v1/scan/transaction'
const KEY = 'scanner-key-0123456789'
const REQUEST = {
  chain_id: 'eip155:1',
  metadata: { domain: 'shop.example' },
  request: { method: 'eth_sendTransaction', params: [{ to: '0x11', data: '0xabcdef' }] },
}
const usdc = { type: 'ERC20', address: '0xa0b8', name: 'USD Coin', symbol: 'USDC', decimals: 6 }
const ANSWER = {
  simulation: {
    status: 'Success',
    assets_diffs: [{ asset: usdc, in: [], out: [{ value: '12.5', usd_price: 12.5 }] }],
    exposures: [{ asset: usdc, spenders: { '0x22': { value: '1', usd_price: '1.00' } } }],
    params: { from: '0x1', to: '0x2', calldata: { function_selector: '0x095ea7b3' } },
  },
  validation: { status: 'Success', result_type: 'Malicious' },
}

let server: TestServer
let user: Person
let scanner: Server
let scannerUrl: string
/** What the stand-in got. */
const asked: { headers: IncomingMessage['headers']; method: string | undefined; body: string }[] = []
let reply: (response: ServerResponse) => void = () => {}
const json = (body: unknown, status = 200) => {
  reply = response =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

beforeAll(async () => {
  scanner = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ headers: request.headers, method: request.method, body })
    reply(response)
  })
  scanner.listen(0, '127.0.0.1')
  await once(scanner, 'listening')
  scannerUrl = `http://127.0.0.1:${(scanner.address() as AddressInfo).port}/v0/scan`
  server = await startTestServer({ scannerUrl, scannerKey: KEY })
  user = await logInOnNewDevice(server)
})
afterAll(async () => {
  await server.stop()
  scanner.closeAllConnections()
  await new Promise(done => scanner.close(done))
})
afterEach(() => {
  asked.length = 0
})

interface Call {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | null>>
  readonly app?: TestServer['app']
  readonly proof?: string
}
async function scan(call: Call = {}, who: Person = user): Promise<Response> {
  const url = `${ORIGIN}${PATH}`
  const proof = call.proof ?? (await who.device.prove({ method: 'POST', url, accessToken: who.accessToken }))
  const headers = new Headers({
    origin: ORIGIN,
    'content-type': 'application/json',
    'vitrine-app-id': server.appId,
    authorization: `Bearer ${who.accessToken}`,
    dpop: proof,
  })
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const body = JSON.stringify(call.body ?? REQUEST)
  return (call.app ?? server.app).request(url, { method: 'POST', headers, body })
}
const failureOf = async (response: Response) => {
  const { simulation, validation } = scanResponse.parse(await response.json())
  expect([response.status, simulation.status]).toEqual([200, 'Error'])
  expect(validation).toEqual(simulation)
  return simulation.status === 'Error' ? simulation.error : ''
}

test('hands on what the scanner says, and asks it for nothing but the request', async () => {
  json({ ...ANSWER, internal: 'dropped' })
  const response = await scan()
  expect([response.status, await response.json()]).toEqual([200, ANSWER])
  const [question] = asked
  expect(asked).toHaveLength(1)
  expect(JSON.parse(question?.body ?? '')).toEqual(REQUEST)
  expect([question?.method, question?.headers.authorization]).toEqual(['POST', `Bearer ${KEY}`])
  // The scanner learns what is to be signed, not by whom.
  const everything = JSON.stringify(question)
  for (const secret of [user.accessToken, user.userId, user.email]) expect(everything).not.toContain(secret)
})

test('takes a Solana transaction as well, by the name of its cluster', async () => {
  json(ANSWER)
  const body = {
    chain_id: 'solana:mainnet',
    metadata: { domain: 'shop.example' },
    request: { method: 'signAndSendTransaction', params: ['AQAB'.repeat(400)] },
  }
  expect((await scan({ body })).status).toBe(200)
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual(body)
})

test('without a scanner it says so', async () => {
  const app = server.second({ settings: { ...server.ctx.settings, scannerUrl: null } })
  expect(await failureOf(await scan({ app }))).toBe('This service has no transaction scanner.')
  expect(asked).toEqual([])
})

describe('a scanner that', () => {
  test.each<[string, () => void]>([
    ['answers with an error, whatever else it says', () => json(ANSWER, 500)],
    ['answers in another form', () => json({ verdict: 'fine' })],
    ['leaves a part out', () => json({ simulation: ANSWER.simulation })],
    ['answers with a list without end', () => json({ ...ANSWER, simulation: bomb() })],
    [
      'answers with no JSON',
      () => {
        reply = response => response.end('<html>')
      },
    ],
    [
      'answers with the question',
      () => {
        reply = response => response.end(`x${asked.at(-1)?.body}`)
      },
    ],
    [
      'answers without end',
      () => {
        reply = response => {
          const more = () => response.write('x'.repeat(65_536), error => error || more())
          more()
        }
      },
    ],
    [
      'sends the server elsewhere',
      () => {
        reply = response => response.writeHead(307, { location: scannerUrl }).end()
      },
    ],
    [
      'hangs up',
      () => {
        reply = response => response.destroy()
      },
    ],
  ])('%s is told as one that could not be asked', async (_, prepare) => {
    prepare()
    const log = vi.spyOn(process.stderr, 'write')
    expect(await failureOf(await scan())).toContain('could not be asked')
    const logged = log.mock.calls.join('')
    log.mockRestore()
    expect(logged).toContain('the transaction scanner')
    for (const secret of [KEY, '0xabcdef', user.accessToken]) expect(logged).not.toContain(secret)
    // A redirect is not followed: the key would go along.
    expect(asked).toHaveLength(1)
  })

  test('does not answer is waited for as long as it is said, and no longer', async () => {
    reply = () => {}
    const impatient = createScanner({ url: scannerUrl, key: null, timeoutMs: 50 })
    const { simulation } = await impatient(REQUEST)
    expect(simulation).toEqual({ status: 'Error', error: 'The scanner did not answer in time.' })
    expect(asked[0]?.headers.authorization).toBeUndefined()
  })

  test('is not there is told as one that could not be asked', async () => {
    const gone = createScanner({ url: 'http://127.0.0.1:1/', key: KEY })
    expect((await gone(REQUEST)).validation).toMatchObject({ status: 'Error' })
  })
})

const bomb = () => ({
  ...ANSWER.simulation,
  assets_diffs: Array.from({ length: 101 }, () => ANSWER.simulation.assets_diffs[0]),
})

describe('a call', () => {
  test.each<[string, Readonly<Record<string, string | null>>, number, string]>([
    ['without an origin', { origin: null }, 403, 'missing_origin'],
    ['from another origin', { origin: 'https://evil.example' }, 403, 'invalid_origin'],
    ['without an app', { 'vitrine-app-id': null }, 400, 'missing_or_invalid_privy_app_id'],
    ['without a session', { authorization: null }, 401, 'missing_or_invalid_token'],
    ['without a proof', { dpop: null }, 401, 'missing_or_invalid_token'],
  ])('%s is refused', async (_, headers, status, code) => {
    expect(await refusal(await scan({ headers }))).toEqual([status, code])
    expect(asked).toEqual([])
  })

  test('with a stolen access token alone is refused', async () => {
    const device = await createTestDevice()
    expect(await refusal(await scan({}, { ...user, device }))).toEqual([401, 'missing_or_invalid_token'])
  })

  test('with a proof that was sent before is refused', async () => {
    json(ANSWER)
    const url = `${ORIGIN}${PATH}`
    const proof = await user.device.prove({ method: 'POST', url, accessToken: user.accessToken })
    expect((await scan({ proof })).status).toBe(200)
    expect(await refusal(await scan({ proof }))).toEqual([401, 'missing_or_invalid_token'])
  })

  test.each([
    ['a chain id that is an address', { ...REQUEST, chain_id: 'https://evil.example' }],
    ['a domain with a line break', { ...REQUEST, metadata: { domain: 'a\r\nx: y' } }],
    ['no domain', { ...REQUEST, metadata: {} }],
    ['parameters that are no list', { ...REQUEST, request: { method: 'eth_sendTransaction', params: {} } }],
    ['a method that is none', { ...REQUEST, request: { method: 'a b', params: [] } }],
    ['a field more', { ...REQUEST, url: 'http://169.254.169.254/' }],
    ['more than is read', { ...REQUEST, request: { method: 'x', params: ['a'.repeat(700_000)] } }],
  ])('with %s is refused', async (_, body) => {
    expect(await refusal(await scan({ body }))).toEqual([400, 'invalid_data'])
    expect(asked).toEqual([])
  })

  test('is limited for one user, and does not touch the next', async () => {
    json(ANSWER)
    const busy = await logInOnNewDevice(server, `${randomUUID()}@shop.example`)
    expect((await scan({}, busy)).status).toBe(200)
    const counter = eq(rateLimits.key, `scan-user:${busy.userId}`)
    await server.ctx.db.update(rateLimits).set({ points: 120 }).where(counter)
    expect(await refusal(await scan({}, busy))).toEqual([429, 'too_many_requests'])
    expect((await scan()).status).toBe(200)
  })

  test('is limited for one network before anything else is looked at', async () => {
    const app = server.second({ settings: { ...server.ctx.settings, networkLimit: 0 } })
    expect(await refusal(await scan({ app, headers: { authorization: null } }))).toEqual([
      429,
      'too_many_requests',
    ])
  })
})
