import { afterEach, expect, test, vi } from 'vitest'
import { createVitrineServer } from './create-server.ts'
import { vitrineWeb } from './site/web.ts'

const OPTIONS = { appId: 'app_1', appSecret: 'secret', walletOrigin: 'https://wallet.example' }
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  'https://wallet.example',
  'https://wallet.example:8443',
  'http://localhost:4401',
  'http://wallet.localhost:4401',
  'http://127.0.0.1:4401',
  'http://[::1]:4401',
])('%s is a wallet origin', walletOrigin => {
  expect(createVitrineServer({ ...OPTIONS, walletOrigin }).walletOrigin).toBe(walletOrigin)
})

test.each([
  ['http of another machine', { walletOrigin: 'http://wallet.example' }, 'must begin with https:'],
  ['http of a name that looks like this one', { walletOrigin: 'http://localhost.evil.example' }, 'https:'],
  ['an address with a path', { walletOrigin: 'https://wallet.example/' }, 'is no origin'],
  ['an address with a password', { walletOrigin: 'https://a:b@wallet.example' }, 'is no origin'],
  ['no address', { walletOrigin: 'wallet.example' }, 'is no origin'],
  ['a site by http', { siteOrigin: ['https://shop.example', 'http://shop.example'] }, '`siteOrigin`'],
  ['no app id', { appId: '' }, '`appId`'],
  ['an app id that would move the colon', { appId: 'app:1' }, '`appId`'],
  ['no secret', { appSecret: undefined as never }, '`appSecret`'],
  ['a secret with a line end', { appSecret: 'secret\n' }, '`appSecret`'],
  ['a time limit that is none', { timeoutMs: -1 }, '`timeoutMs` must be a whole number, 1 or more.'],
  ['a time limit as text', { timeoutMs: '10s' as never }, '`timeoutMs`'],
  ['a webhook secret that is none', { webhookSecret: 'secret' }, 'whsec_'],
  ['a webhook secret that is too short', { webhookSecret: `whsec_${btoa('short')}` }, 'whsec_'],
])('%s is refused', (_, changes, sentence) => {
  expect(() => createVitrineServer({ ...OPTIONS, ...changes })).toThrow(
    expect.objectContaining({ code: 'configuration_error', message: expect.stringContaining(sentence) }),
  )
})

test('a page makes none: it would give the secret to everybody', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
  expect(() => createVitrineServer(OPTIONS)).toThrow('for your backend')
})

test('an option that there is none of is told with the one that was meant', () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const server = createVitrineServer({
    ...{ ...OPTIONS, siteOrigin: 'https://shop.example', fetch },
    ...{ siteOrgin: 'https://shop.example', webhooksecret: 'x', region: 'eu' },
  })
  vitrineWeb(server, { ...{ cookieSecret: 'c'.repeat(32), onLogin: () => {} }, ...{ checkEvryS: 1 } })
  expect(said.mock.calls.flat()).toEqual([
    'Vitrine: createVitrineServer: there is no option siteOrgin. Did you mean siteOrigin?',
    'Vitrine: createVitrineServer: there is no option webhooksecret. Did you mean webhookSecret?',
    'Vitrine: createVitrineServer: there is no option region.',
    "Vitrine: the site's options: there is no option checkEvryS. Did you mean checkEveryS?",
  ])
})

test.each([
  [{ maxAgeS: '7d' as never }, '`maxAgeS`'],
  [{ maxAgeS: Number.NaN }, '`maxAgeS`'],
  [{ checkEveryS: -1 }, '`checkEveryS` must be a whole number, 0 or more.'],
])('times of a site’s session that are none are refused: %o', (times, sentence) => {
  const server = createVitrineServer({ ...OPTIONS, siteOrigin: 'https://shop.example' })
  expect(() => vitrineWeb(server, { cookieSecret: 'c'.repeat(32), ...times })).toThrow(sentence)
})

test.each([
  ['nothing', {}],
  ['an address that is not there', { email: undefined }],
  ['an address that is null', { address: null }],
  ['an empty address', { email: '' }],
  ['a kind of account without its subject', { subject: undefined, type: 'google_oauth' }],
])('a search by %s asks for nobody, and never for everybody', async (_, search) => {
  const send = vi.fn()
  const { users } = createVitrineServer({ ...OPTIONS, fetch: send })
  await expect(users.search(search as never)).rejects.toMatchObject({ code: 'invalid_data' })
  expect(send).not.toHaveBeenCalled()
})
