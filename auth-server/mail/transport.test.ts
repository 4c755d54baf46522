import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMailer, type TestMailer } from '../mailer/testing/test-mailer.ts'
import { loginCodeMail } from '../messages/login-code-mail.ts'
import { initCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { createMailTransport, type MailTransport } from './transport.ts'

const received: ParsedMail[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    simpleParser(stream).then(mail => {
      received.push(mail)
      done()
    }, done)
  },
})

let server: TestServer
let mailer: TestMailer
let transport: MailTransport
beforeAll(async () => {
  server = await startTestServer()
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  mailer = await startTestMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'login@wallet.example',
  })
  transport = createMailTransport(mailer.client)
})
afterAll(async () => {
  await mailer.stop()
  await new Promise<void>(resolve => smtp.close(resolve))
  await server.stop()
})

const ask = async (email: string, headers = {}) =>
  initCode(server, await createDevice(), { email }, { headers })

test('a login code goes out by SMTP, as text and HTML', async () => {
  server.carriers.mail = transport
  const answer = await ask('a@mail.example')
  expect(answer.status).toBe(200)
  const mail = received.at(-1)
  const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? 'none'
  expect(mail?.to).toMatchObject({ value: [{ address: 'a@mail.example' }] })
  expect(mail?.from).toMatchObject({ value: [{ address: 'login@wallet.example' }] })
  expect(mail?.html).toContain(code)
  expect(mail?.subject).toBe('Your login code for Shop')
})

test('a login code says which device asks for it, in names of ours, and which wallet it is for', async () => {
  server.carriers.mail = transport
  const agent =
    'Your account was closed. Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await ask('g@mail.example', { 'user-agent': agent })
  const mail = received.at(-1)
  for (const told of [mail?.text, mail?.html]) {
    expect(told).toContain('Firefox on Linux')
    expect(told).toContain('Secured by localhost:4401')
    expect(told).not.toMatch(/closed|140\.0/)
  }
})

test('a login code is mailed in the language that the browser asks for', async () => {
  server.carriers.mail = transport
  await ask('c@mail.example', { 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.5' })
  const mail = received.at(-1)
  expect(mail?.subject).toBe('رمز الدخول إلى Shop')
  expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
})

test('a hostile app name adds no header and no markup', async () => {
  const appName = 'Shop\r\nBcc: c@mail.example <b>x</b>'
  await transport.send(
    loginCodeMail({
      to: 'b@mail.example',
      appName,
      code: '123456',
      language: 'en',
      purpose: 'login',
      origin: ORIGIN,
    }),
  )
  const mail = received.at(-1)
  expect(mail?.headers.has('bcc')).toBe(false)
  expect(mail?.html).not.toContain('<b>x')
})

test('a mail server that is down is service_unavailable, and the code is not shown', async () => {
  const down = await startTestMailer({ smtpUrl: 'smtp://127.0.0.1:1' })
  server.carriers.mail = createMailTransport(down.client)
  const answer = await ask('d@mail.example')
  await down.stop()
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  expect(JSON.stringify(answer.body)).not.toMatch(/\d{6}|127\.0\.0\.1/)
})

test('a name leaves no room for words of its own, nor invisible ones', () => {
  const appName = `Shop\u202e\u200b ${'x'.repeat(500)}`
  const { text } = loginCodeMail({
    to: 'e@mail.example',
    appName,
    code: '123456',
    language: 'en',
    purpose: 'login',
    origin: ORIGIN,
  })
  expect(text).toContain(`Enter this code at Shop ${'x'.repeat(55)} to log in.\n`)
})
