import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSecret } from '../provider-secrets/provider-secrets.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { CommandError } from './command.ts'
import { runCommand } from './run.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const tools = {
  signer: async () => server.ctx.signer,
  origin: 'http://localhost:4401',
  readSecret: async () => '',
}
const setSecret = (text: string, provider = 'turnstile', id = server.appId) => {
  const file = join(folder, 'secret')
  writeFileSync(file, text)
  const args = ['captcha', 'set-secret', id, '--provider', provider, '--file', file]
  return runCommand(server.ctx.db, args, tools)
}
const stored = (provider: 'turnstile' | 'hcaptcha') => openSecret(server.ctx, server.appId, provider)

test('stores and replaces a vendor’s secret, and does not print it', async () => {
  const printed = await setSecret('first-secret\n')
  expect(printed).toContain('no effect until')
  expect(printed).not.toContain('first-secret')
  expect([await stored('turnstile'), await stored('hcaptcha')]).toEqual(['first-secret', null])
  await setSecret('second-secret')
  expect(await stored('turnstile')).toBe('second-secret')
})

test('says nothing more where the config is complete', async () => {
  const { id } = await server.registerApp({
    captcha_enabled: true,
    enabled_captcha_provider: 'hcaptcha',
    captcha_site_key: 'key',
  })
  expect(await setSecret('the-secret', 'hcaptcha', id)).toBe(`The hcaptcha secret of ${id} is stored.`)
})

test.each([
  ['our own captcha, which needs none', () => setSecret('the-secret', 'altcha')],
  ['an unknown app', () => setSecret('the-secret', 'turnstile', 'app_unknown')],
  ['an empty file', () => setSecret('\n')],
  ['a file with more than a secret', () => setSecret('two words of text')],
  [
    'a file that is not there',
    () =>
      runCommand(server.ctx.db, [
        ...['captcha', 'set-secret', server.appId, '--provider', 'turnstile'],
        ...['--file', join(folder, 'none')],
      ]),
  ],
])('refuses %s', async (_name, command) => {
  await expect(command()).rejects.toThrow(CommandError)
})
