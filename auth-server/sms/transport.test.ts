import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMailer, type TestMailer } from '../mailer/testing/test-mailer.ts'
import { loginCodeMessage } from '../messages/login-code-text.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import type { SmsTransport } from './message.ts'
import { FROM, type GatewayStandIn, startGatewayStandIn } from './testing/gateway-stand-in.ts'
import { createSmsTransport } from './transport.ts'

let server: TestServer
let gateway: GatewayStandIn
let transport: SmsTransport
const mailers: TestMailer[] = []
beforeAll(async () => {
  server = await startTestServer()
  gateway = await startGatewayStandIn()
  transport = await gatewayAt(gateway.url)
})
afterAll(async () => {
  for (const mailer of mailers) await mailer.stop()
  await gateway.close()
  await server.stop()
})

async function gatewayAt(smsGatewayUrl: string): Promise<SmsTransport> {
  const mailer = await startTestMailer({ smsGatewayUrl })
  mailers.push(mailer)
  return createSmsTransport(mailer.client)
}
const code = {
  to: '+12025550123',
  code: '123456',
  language: 'en',
  purpose: 'login',
  origin: 'https://wallet.example',
} as const
const message = loginCodeMessage({ ...code, appName: 'Shop' }, false)

test('a text message goes out as Twilio takes it', async () => {
  await transport.send(message)
  expect(gateway.sent.at(-1)).toEqual({
    To: '+12025550123',
    From: FROM,
    Body: '123456 is your code for Shop. It is valid for 10 minutes. Never share it.',
  })
})

test('by WhatsApp both numbers say so', async () => {
  await transport.send({ ...message, channel: 'whatsapp' })
  expect(gateway.sent.at(-1)).toMatchObject({ To: 'whatsapp:+12025550123', From: `whatsapp:${FROM}` })
})

test('a gateway may stand under a path', async () => {
  const elsewhere = await startGatewayStandIn('/relay')
  await (await gatewayAt(elsewhere.url)).send(message)
  await elsewhere.close()
  expect(elsewhere.sent).toHaveLength(1)
})

test.each([
  ['has opted out', 400, 21610, { code: 'user_unsubscribed', status: 422 }],
  ['cannot be reached', 400, 21614, { code: 'invalid_data', status: 400 }],
  ['is not the reason', 500, 20500, { code: 'service_unavailable', status: 503 }],
])('a number that %s', async (_name, status, code, expected) => {
  gateway.failNext(status, code)
  const error = await transport.send(message).catch((reason: unknown) => reason)
  expect(error).toMatchObject(expected)
  expect(String(error)).not.toMatch(/\d{6}/)
})

test('wrong credentials and a gateway that is down are service_unavailable', async () => {
  const down = await startGatewayStandIn()
  await down.close()
  for (const url of [gateway.url.replace('token', 'stolen'), down.url]) {
    const transport = await gatewayAt(url)
    await expect(transport.send(message)).rejects.toMatchObject({ code: 'service_unavailable' })
  }
})

test('a gateway that redirects does not send number and code elsewhere', async () => {
  let arrived = 0
  const elsewhere = createServer((_request, response) => {
    arrived++
    response.writeHead(201).end()
  })
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const target = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
  const redirecting = createServer((_request, response) =>
    response.writeHead(307, { location: target }).end(),
  )
  redirecting.listen(0, '127.0.0.1')
  await once(redirecting, 'listening')
  const { port } = redirecting.address() as AddressInfo
  const there = await gatewayAt(`http://sid:token@127.0.0.1:${port}?from=${FROM}`)
  const sending = there.send(message)
  await expect(sending).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(arrived).toBe(0)
  redirecting.close()
  elsewhere.close()
})

test('without a gateway it says that it cannot', async () => {
  await expect(createSmsTransport(null).send(message)).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('a message is one message, whatever the site is called', () => {
  const { text } = loginCodeMessage({ ...code, appName: `Shop\n${'x'.repeat(500)}` }, false)
  expect(text.length).toBeLessThanOrEqual(160)
  expect(text).not.toContain('\n')
})
