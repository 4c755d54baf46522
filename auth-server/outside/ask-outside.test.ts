import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askOutside } from './ask-outside.ts'

let server: Server | undefined
let asked = 0

afterEach(async () => {
  vi.unstubAllEnvs()
  server?.closeAllConnections()
  await new Promise(resolve => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
  asked = 0
})

/** A server of this machine. @returns its port */
async function listen(answer: RequestListener = (_, response) => response.end('here')): Promise<number> {
  server = createServer((request, response) => {
    asked++
    answer(request, response)
  })
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const call = { signal: AbortSignal.timeout(10_000), maxBytes: 1000 }

describe('an installation asks', () => {
  test.each(['http', 'https'])('this machine by %s for nobody', async scheme => {
    vi.stubEnv('VITRINE_DEV', '')
    const port = await listen()
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '127.1',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
    ])
      await expect(askOutside(`${scheme}://${host}:${port}/`, call)).rejects.toThrow()
    expect(asked).toBe(0)
  })

  test.each([
    ['a private network', '10.0.0.5', '192.168.1.1', '172.16.0.1', '[fd00::1]', '100.64.0.1'],
    ['the metadata of a cloud', '169.254.169.254', '[fe80::1]', '[fd00:ec2::254]'],
    ['what reaches those through a tunnel', '[64:ff9b::a00:5]', '[2002:a00:5::]', '[::ffff:10.0.0.5]'],
    ['what is nobody’s', '0.0.0.0', '[::]', '255.255.255.255', '224.0.0.1', '240.0.0.1', '192.0.2.1'],
  ])('%s for nobody, in development too', async (_, ...hosts) => {
    for (const dev of ['', '1']) {
      vi.stubEnv('VITRINE_DEV', dev)
      for (const host of hosts)
        await expect(askOutside(`https://${host}/`, call)).rejects.toMatchObject({ name: 'OutsideError' })
    }
  })

  test('nobody without https', async () => {
    vi.stubEnv('VITRINE_DEV', '1')
    await expect(askOutside('http://nodes.example/', call)).rejects.toThrow('by https alone')
    await expect(askOutside('ftp://127.0.0.1/', call)).rejects.toThrow()
  })

  test('the address that was judged: a name that leads here is not followed', async () => {
    vi.stubEnv('VITRINE_DEV', '')
    const port = await listen()
    // Every resolver says of this name that it is this machine (RFC 6761 §6.3); `requireOutside` does not read names.
    const failed = await askOutside(`https://localhost:${port}/`, call).catch(error => error)
    expect(String(failed.cause ?? failed)).toContain('localhost has no public address')
    expect(asked).toBe(0)
  })
})

describe('in development', () => {
  test('this machine is asked, and gives status and text', async () => {
    vi.stubEnv('VITRINE_DEV', '1')
    const port = await listen((request, response) => {
      response.writeHead(201)
      request.on('data', it => response.write(it)).on('end', () => response.end())
    })
    const answer = await askOutside(`http://127.0.0.1:${port}/`, { ...call, method: 'POST', body: 'hello' })
    expect(answer).toEqual({ status: 201, text: 'hello' })
    expect(await askOutside(`http://localhost:${port}/`, { ...call, maxBytes: 0 })).toEqual({
      status: 201,
      text: '',
    })
  })

  test('a redirect is followed nowhere', async () => {
    vi.stubEnv('VITRINE_DEV', '1')
    const port = await listen((_, response) => response.writeHead(302, { location: '/further' }).end())
    await expect(askOutside(`http://127.0.0.1:${port}/`, call)).rejects.toThrow()
    expect(asked).toBe(1)
  })

  test('an answer that is too long or does not end is given up', async () => {
    vi.stubEnv('VITRINE_DEV', '1')
    const port = await listen((request, response) => {
      if (request.url === '/long') return response.end('x'.repeat(1001))
      response.write('x')
    })
    await expect(askOutside(`http://127.0.0.1:${port}/long`, call)).rejects.toThrow('too long')
    const signal = AbortSignal.timeout(100)
    await expect(askOutside(`http://127.0.0.1:${port}/`, { ...call, signal })).rejects.toThrow()
  })
})

/** Files that ask by themselves: places that the operator's environment or a command of theirs names, or that stand in the code. */
const OWN_PLACES = [
  'captcha/siteverify.ts',
  'commands/call-backend.ts',
  'funding/call/ask-vendor.ts',
  'kms/vault-transit.ts',
  'mailer/process/ask-node.ts',
  'mailer/process/cloud-login.ts',
  'mailer/process/farcaster-relay.ts',
  'mailer/process/gateway.ts',
  'oauth-providers/read-client.ts',
  'wallet/send-transaction/scanner.ts',
]

test('nothing else of the server asks an address that somebody names', () => {
  const server = new URL('../', import.meta.url)
  const asking = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file))
    // In a page's own script, or the one way out itself.
    .filter(file => !/^(outside|frame|dev|account-changes)\//.test(file))
    .filter(file => /(?<![\w.])fetch\(/.test(readFileSync(new URL(file, server), 'utf8')))
  expect(asking.filter(file => !OWN_PLACES.includes(file))).toEqual([])
})
