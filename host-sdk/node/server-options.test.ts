import { afterEach, expect, test, vi } from 'vitest'
import { createVitrineServer } from './create-server.ts'

const OPTIONS = { appId: 'app_1', appSecret: 'secret', walletOrigin: 'https://wallet.example' }
afterEach(() => void vi.unstubAllGlobals())

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
