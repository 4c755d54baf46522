import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devInbox } from '../database/schema.ts'
import { ipv4Bits, writePlaces } from '../places/testing/write-places.ts'
import { createFrameReader, encodeFrame } from '../processes/framing.ts'
import { openTestDatabase } from '../testing/database.ts'
import { startTestMailer, type TestMailer } from './testing/test-mailer.ts'

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

let mailer: TestMailer
beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  mailer = await startTestMailer({ smtpUrl: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  await mailer.stop()
  await new Promise<void>(resolve => smtp.close(resolve))
})

const mail = { to: 'a@mail.example', subject: 'Hello', text: 'One line.' }

test('sends a mail from the operator’s address to the one recipient', async () => {
  await mailer.client.sendMail(mail)
  expect(received.at(-1)).toMatchObject({
    subject: 'Hello',
    text: 'One line.\n',
    from: { value: [{ address: 'no-reply@wallet.example' }] },
    to: { value: [{ address: 'a@mail.example' }] },
  })
})

test.each([
  ['two recipients', { to: 'a@mail.example, b@mail.example' }],
  ['a recipient with a name', { to: 'A <a@mail.example>' }],
  ['a recipient with another header', { to: 'a@mail.example\r\nBcc: b@mail.example' }],
  ['a subject with another header', { subject: 'Hello\r\nBcc: b@mail.example' }],
  ['a sender of its own', { from: 'ceo@bank.example' }],
  ['an attachment', { attachments: [{ path: '/etc/passwd' }] }],
  ['no text', { text: '' }],
])('a mail with %s is refused, and the refusal quotes nothing', async (_name, change) => {
  const before = received.length
  const refused = await mailer.client.sendMail({ ...mail, ...change }).catch((reason: unknown) => reason)
  expect(refused).toMatchObject({ name: 'MailerRefusal', code: 'invalid_request' })
  expect(String(refused)).not.toMatch(/example|passwd/)
  expect(received.length).toBe(before)
})

test.each([
  ['a number that is none', { to: '112' }],
  ['another channel', { channel: 'fax' as 'sms' }],
])('a text message to %s is refused', async (_name, change) => {
  const gateway = await startTestMailer({ smsGatewayUrl: 'http://sid:token@127.0.0.1:1?from=+15550100' })
  const message = { to: '+12025550123', text: 'Hello', channel: 'sms' } as const
  await expect(gateway.client.sendSms({ ...message, ...change })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  await gateway.stop()
})

test('what the operator named no way for is not configured', async () => {
  const message = { to: '+12025550123', text: 'Hello', channel: 'sms' } as const
  await expect(mailer.client.sendSms(message)).rejects.toMatchObject({ code: 'not_configured' })
})

test.each(['verify', 'constructor', '__proto__', ''])('has no operation %j', async operation => {
  const socket = connect(mailer.socketPath)
  const read = createFrameReader()
  socket.write(encodeFrame({ id: 7, operation, request: {} }))
  const [chunk] = await once(socket, 'data')
  socket.destroy()
  expect(read(chunk)[0]).toMatchObject({ id: 7, refusal: { code: 'invalid_request' } })
})

test('listens where its own user alone comes, when it has no user of its own', () => {
  expect(statSync(mailer.socketPath).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(mailer.socketPath)).mode & 0o777).toBe(0o700)
})

test('without a mailer a call is unavailable, and the next one finds the mailer that was started again', async () => {
  const { port } = smtp.server.address() as AddressInfo
  const first = await startTestMailer({ smtpUrl: `smtp://127.0.0.1:${port}` })
  await first.client.sendMail(mail)
  await first.stopProcess()
  await expect(first.client.sendMail(mail)).rejects.toMatchObject({ code: 'unavailable' })
  await first.startAgain()
  await first.client.sendMail({ ...mail, subject: 'Again' })
  expect(received.at(-1)?.subject).toBe('Again')
  await first.stop()
})

test('has codes sent by the signer alone, in words of its own, and takes nothing else from it', async () => {
  const words = {
    appName: 'Shop',
    language: 'en',
    purpose: 'login',
    origin: 'https://wallet.example',
  } as const
  const code = { ...words, by: 'mail', to: 'c@mail.example', code: '123456' } as const
  await mailer.codes.sendCode(code)
  expect(received.at(-1)).toMatchObject({ subject: 'Your login code for Shop' })
  const before = received.length
  await mailer.codes.ping({})
  for (const refused of [
    () => mailer.client.sendCode(code),
    () => mailer.client.ping({}),
    () => mailer.codes.sendMail(mail),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(mailer.codes.sendCode({ ...code, by: 'text', to: '+12025550123' })).rejects.toMatchObject({
    code: 'not_configured',
  })
  expect(received.length).toBe(before)
})

test('names the place that a code was asked from, by the operator’s database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-places-'))
  const geoipDatabase = join(folder, 'city.mmdb')
  writePlaces(geoipDatabase, { [ipv4Bits('203.0.113')]: { city: { names: { en: 'Berlin' } } } })
  const { port } = smtp.server.address() as AddressInfo
  const placed = await startTestMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, geoipDatabase })
  const code = {
    ...({ appName: 'Shop', language: 'en', purpose: 'login', by: 'mail' } as const),
    ...{ to: 'f@mail.example', code: '123456', origin: 'https://wallet.example' },
  }
  await placed.codes.sendCode({ ...code, from: { network: '203.0.113.x' } })
  expect(received.at(-1)?.text).toContain('Place: Berlin')
  await placed.codes.sendCode({ ...code, from: { network: '198.51.100.x' } })
  expect(received.at(-1)?.text).toContain('Place: An unknown place')
  await placed.codes.sendCode({ ...code, from: {} })
  expect(received.at(-1)?.text).not.toContain('Place:')
  await placed.stop()
  rmSync(folder, { recursive: true })
})

test.each([
  ['a browser of its own name', { from: { browser: 'Your account was closed' } }],
  ['a place that is text', { from: { network: 'call 0900' } }],
  ['a place behind a number', { from: { network: '203.0.113.x call 0900' } }],
  ['the name of a place', { from: { network: '203.0.113.x', place: 'call 0900' } }],
  ['more than device and place', { from: { text: 'call 0900' } }],
  ['a picture in the clear', { icon: 'http://shop.example/icon.png' }],
  ['a picture that ends its attribute', { icon: 'https://shop.example/"onerror="x' }],
  ['another wallet than an origin', { origin: 'https://wallet.example/call-0900' }],
])('a code with %s is refused, and the refusal quotes nothing', async (_name, change) => {
  const code = {
    ...({ appName: 'Shop', language: 'en', purpose: 'login', by: 'mail' } as const),
    ...{ to: 'e@mail.example', code: '123456', origin: 'https://wallet.example' },
  }
  const before = received.length
  const refused = await mailer.codes.sendCode({ ...code, ...(change as object) }).catch((it: unknown) => it)
  expect(refused).toMatchObject({ name: 'MailerRefusal', code: 'invalid_request' })
  expect(String(refused)).not.toMatch(/0900|closed|example/)
  expect(received.length).toBe(before)
})

test('keeps what it would send in the inbox of a development server that has no mail server', async () => {
  const database = await openTestDatabase()
  const developing = await startTestMailer({ inboxUrl: database.apiUrl })
  const code = {
    appName: 'Shop',
    language: 'en',
    purpose: 'login',
    code: '123456',
    origin: 'https://wallet.example',
  } as const
  await developing.codes.sendCode({ ...code, by: 'mail', to: 'd@mail.example' })
  await developing.codes.sendCode({ ...code, by: 'text', to: '+12025550123' })
  await developing.client.sendMail(mail)
  await developing.client.sendSms({ to: '+12025550123', text: 'Hello', channel: 'sms' })
  const rows = await database.db.select().from(devInbox).orderBy(devInbox.id)
  expect(rows).toMatchObject([
    {
      channel: 'email',
      recipient: 'd@mail.example',
      code: '123456',
      html: expect.stringContaining('123456'),
    },
    { channel: 'sms', recipient: '+12025550123', subject: null, code: '123456' },
    {
      channel: 'email',
      recipient: 'a@mail.example',
      subject: 'Hello',
      body: 'One line.',
      html: null,
      code: null,
    },
    { channel: 'sms', recipient: '+12025550123', subject: null, body: 'Hello', code: null },
  ])
  await developing.stop()
  await database.close()
})
