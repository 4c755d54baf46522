import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_KEY_SET_BYTES } from './operations.ts'
import { startTestMailer, type TestMailer } from './testing/test-mailer.ts'

/** An issuer: each path answers in its own way. */
let site: Server
let origin: string
let asked: string[] = []
let mailer: TestMailer
beforeAll(async () => {
  site = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (path === '/moved') return response.writeHead(302, { location: '/keys' }).end()
    if (path === '/fails') return response.writeHead(500).end()
    if (path === '/long') return response.end('x'.repeat(MAX_KEY_SET_BYTES + 1))
    if (path === '/silent') return response.writeHead(200).flushHeaders()
    return response.end('{"keys":[]}')
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  mailer = await startTestMailer({})
})
afterAll(async () => {
  await mailer.stop()
  site.closeAllConnections()
  site.close()
})

const fetchFrom = (path: string) => mailer.codes.fetchKeySet({ url: `${origin}${path}` })

describe('the keys of a site’s own login', () => {
  test('are fetched for the signer, and for nobody else', async () => {
    expect(await fetchFrom('/keys')).toEqual({ keySet: '{"keys":[]}' })
    await expect(mailer.client.fetchKeySet({ url: `${origin}/keys` })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test.each(['/moved', '/fails', '/long', '/silent'])('are not to be had from %s', async path => {
    asked = []
    await expect(fetchFrom(path)).rejects.toMatchObject({ code: 'unavailable' })
    expect(asked).toEqual([path])
  })

  test.each(['http://shop.example/keys', 'file:///etc/passwd', 'http://10.0.0.1/', 'ftp://x.example/'])(
    'are not asked for at %s',
    async url => {
      await expect(mailer.codes.fetchKeySet({ url })).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )
})
