import { type AppConfig, appConfig } from '@vitrine/shared/config/app-config.ts'
import { describe, expect, test } from 'vitest'
import { chooseLoginMethods, effectiveConfig } from './effective.ts'

const app = (server: object = {}): AppConfig =>
  appConfig.parse({
    id: 'app_test',
    name: 'Shop',
    data_classification: 'public',
    verification_key: 'pem',
    ...server,
  })
const appearance = (server: object, options: unknown) =>
  effectiveConfig(app(server), options).config.appearance

test('defaults where neither side says anything', () => {
  expect(effectiveConfig(app(), undefined)).toEqual({
    config: {
      appearance: {
        theme: 'light',
        accentColor: null,
        logo: null,
        landingHeader: 'Log in or sign up',
        loginMessage: null,
        termsUrl: null,
        privacyUrl: null,
      },
      loginMethods: ['email'],
      createOnLogin: 'off',
    },
    warnings: [],
  })
})

describe('host value, else server value', () => {
  const server = {
    theme: 'dark',
    accent_color: '#112233',
    logo_url: 'https://s.example/l.png',
    terms_and_conditions_url: 'https://s.example/terms',
    privacy_policy_url: 'https://s.example/privacy',
  }
  test.each([
    ['theme', {}, 'dark'],
    ['theme', { appearance: { theme: 'light' } }, 'light'],
    ['theme', { appearance: { theme: '#0a0a0a' } }, '#0a0a0a'],
    ['accentColor', {}, '#112233'],
    ['accentColor', { appearance: { accentColor: '#445566' } }, '#445566'],
    ['logo', { appearance: { logo: 'https://h.example/l.png' } }, 'https://h.example/l.png'],
    ['landingHeader', { appearance: { landingHeader: 'Welcome' } }, 'Welcome'],
    ['termsUrl', {}, 'https://s.example/terms'],
    ['termsUrl', { legal: { termsAndConditionsUrl: null } }, null],
    ['privacyUrl', { legal: { privacyPolicyUrl: 'https://h.example/p' } }, 'https://h.example/p'],
  ] as const)('%s of %j', (key, options, expected) => {
    expect(appearance(server, options)[key]).toBe(expected)
  })
})

test.each([
  [{}, {}, 'off'],
  [{ create_on_login: 'all-users' }, {}, 'all-users'],
  [
    { create_on_login: 'all-users', ethereum: { create_on_login: 'users-without-wallets' } },
    {},
    'users-without-wallets',
  ],
  [{ create_on_login: 'all-users' }, { createOnLogin: 'off' }, 'off'],
] as const)('createOnLogin: server %j, host %j', (server, ethereum, expected) => {
  const { config } = effectiveConfig(app({ embedded_wallet_config: server }), {
    embeddedWallets: { ethereum },
  })
  expect(config.createOnLogin).toBe(expected)
})

describe('login methods', () => {
  test('those of the host that the server enables', () => {
    const { config, warnings } = effectiveConfig(app(), { loginMethods: ['email', 'sms', 'email'] })
    expect(config.loginMethods).toEqual(['email'])
    expect(warnings).toEqual([
      'config.loginMethods: "sms" is not enabled for this app.',
      'config.loginMethods: a method stands there twice.',
    ])
  })
  test('none is left when the host asks only for what the server has off', () => {
    expect(effectiveConfig(app(), { loginMethods: ['sms'] }).config.loginMethods).toEqual([])
  })
  test('the host cannot enable what the server has off', () => {
    expect(
      effectiveConfig(app({ email_auth: false }), { loginMethods: ['email'] }).config.loginMethods,
    ).toEqual([])
  })
  test('a call narrows them, and none left is an error', () => {
    expect(chooseLoginMethods(['email'], undefined)).toEqual(['email'])
    expect(chooseLoginMethods(['email'], ['sms', 'email'])).toEqual(['email'])
    expect(() => chooseLoginMethods(['email'], ['sms'])).toThrow('You must enable at least one login method')
    expect(() => chooseLoginMethods([], undefined)).toThrow('You must enable at least one login method')
  })
})

test('a login message is cut to 100 characters, never within one', () => {
  const { config, warnings } = effectiveConfig(app(), { appearance: { loginMessage: '🦊'.repeat(101) } })
  expect(config.appearance.loginMessage).toBe('🦊'.repeat(100))
  expect(warnings).toEqual(['config.appearance.loginMessage: cut to 100 characters.'])
  expect(appearance({}, { appearance: { loginMessage: 'x'.repeat(100) } }).loginMessage).toBe('x'.repeat(100))
})

test('a background of middle luminance is refused, for no text could be read on it', () => {
  const { config, warnings } = effectiveConfig(app({ theme: 'dark' }), { appearance: { theme: '#808080' } })
  expect(config.appearance.theme).toBe('dark')
  expect(warnings).toHaveLength(1)
})

describe('wrong options', () => {
  test('each is dropped with a warning and the others stand', () => {
    const { config, warnings } = effectiveConfig(app(), {
      appearance: { theme: 'blue', accentColor: 7, landingHeader: 'Hello' },
      loginMethods: [],
      legal: 'none',
    })
    expect(config.appearance.landingHeader).toBe('Hello')
    expect(config.appearance.theme).toBe('light')
    expect([...warnings].sort()).toEqual([
      'config.appearance.accentColor: not valid, so the default is used.',
      'config.appearance.theme: not valid, so the default is used.',
      'config.legal: not valid, so the default is used.',
      'config.loginMethods: not valid, so the default is used.',
    ])
  })
  test('a list with a wrong element is dropped as a whole', () => {
    const { config, warnings } = effectiveConfig(app(), { loginMethods: ['email', 5] })
    expect(config.loginMethods).toEqual(['email'])
    expect(warnings).toEqual(['config.loginMethods: not valid, so the default is used.'])
  })
  test('unknown ones are named, at any depth', () => {
    const { warnings } = effectiveConfig(app(), { appearence: {}, appearance: { colour: 'red' } })
    expect(warnings).toEqual([
      'config.appearence: there is no such option.',
      'config.appearance.colour: there is no such option.',
    ])
  })
  test.each([['a string'], [['a list']], [3]])('%j is not options', input => {
    expect(effectiveConfig(app(), input).warnings).toEqual(['config: pass an object with options.'])
  })
  test('a key named __proto__ changes no prototype and no option', () => {
    const hostile: unknown = JSON.parse('{"__proto__": {"appearance": {"theme": "dark"}}, "constructor": {}}')
    const { config, warnings } = effectiveConfig(app(), hostile)
    expect(config.appearance.theme).toBe('light')
    expect(warnings).toHaveLength(2)
    expect(({} as { appearance?: unknown }).appearance).toBeUndefined()
  })
})
