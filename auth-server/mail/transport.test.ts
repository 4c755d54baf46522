import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMailer, type TestMailer } from '../mailer/testing/test-mailer.ts'
import { call } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { loginCodeMail } from './login-code.ts'
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
  transport = createMailTransport(mailer.client, server.ctx.db)
})
afterAll(async () => {
  await mailer.stop()
  await new Promise<void>(resolve => smtp.close(resolve))
  await server.stop()
})

test('a login code goes out by SMTP, as text and HTML', async () => {
  const app = server.second({ mail: transport })
  const answer = await call(server, '/api/v1/passwordless/init', { body: { email: 'a@mail.example' }, app })
  expect(answer.status).toBe(200)
  const mail = received.at(-1)
  const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? 'none'
  expect(mail?.to).toMatchObject({ value: [{ address: 'a@mail.example' }] })
  expect(mail?.from).toMatchObject({ value: [{ address: 'login@wallet.example' }] })
  expect(mail?.html).toContain(code)
  expect(mail?.subject).toBe('Your login code for Shop')
})

test('a login code is mailed in the language that the browser asks for', async () => {
  const app = server.second({ mail: transport })
  const headers = { 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.5' }
  await call(server, '/api/v1/passwordless/init', { body: { email: 'c@mail.example' }, app, headers })
  const mail = received.at(-1)
  expect(mail?.subject).toBe('رمز الدخول إلى Shop')
  expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
})

test('a hostile app name adds no header and no markup', async () => {
  await transport.send(
    loginCodeMail('b@mail.example', 'Shop\r\nBcc: c@mail.example <b>x</b>', '123456', 'en'),
  )
  const mail = received.at(-1)
  expect(mail?.headers.has('bcc')).toBe(false)
  expect(mail?.html).not.toContain('<b>x')
})

test('a mail server that is down is service_unavailable, and the code is not shown', async () => {
  const down = await startTestMailer({ smtpUrl: 'smtp://127.0.0.1:1' })
  const app = server.second({ mail: createMailTransport(down.client, server.ctx.db) })
  const answer = await call(server, '/api/v1/passwordless/init', { body: { email: 'd@mail.example' }, app })
  await down.stop()
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  expect(JSON.stringify(answer.body)).not.toMatch(/\d{6}|127\.0\.0\.1/)
})
