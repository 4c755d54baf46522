import { type AppConfig, appConfig } from '@vitrine/shared/config/app-config.ts'
import { describe, expect, test } from 'vitest'
import { chooseLoginWays } from './choose-login-ways.ts'
import { type EffectiveConfig, effectiveConfig } from './effective.ts'

const app = (server: object = {}): AppConfig =>
  appConfig.parse({
    id: 'app_test',
    name: 'Shop',
    data_classification: 'public',
    verification_key: 'pem',
    ...server,
  })
/** The config and its warnings, as sentences; a config error throws. */
function merge(server: object, options: unknown): { config: EffectiveConfig; warnings: string[] } {
  const result = effectiveConfig(app(server), options)
  if (!result.ok) throw new Error(result.message)
  return { config: result.config, warnings: result.warnings.map(({ message }) => message) }
}
const email = { method: 'email' } as const
const appearance = (server: object, options: unknown) => merge(server, options).config.appearance

test('defaults where neither side says anything (specification §9)', () => {
  const { config, warnings } = merge({}, undefined)
  expect(warnings).toEqual([])
  expect(config).toMatchObject({
    appearance: {
      theme: 'light',
      accentColor: null,
      logo: null,
      footerLogo: null,
      landingHeader: null,
      loginMessage: null,
      emailDomain: null,
      hideDirectWeb2Inputs: false,
      termsUrl: null,
      privacyUrl: null,
    },
    login: { primary: [email], overflow: [], groupPriority: 'web2-first' },
    walletChainType: 'ethereum-only',
    chains: { default: { id: 1 }, shouldEnforceDefaultChainOnConnect: false },
    intl: { defaultCountry: 'US', textLocalization: {}, operatorTexts: {} },
    requireUsersAcceptTerms: false,
    captcha: { isEnabled: false, enabledProvider: null, siteKey: null },
    embeddedWallets: {
      ethereum: { createOnLogin: 'off' },
      solana: { createOnLogin: 'off' },
      mode: 'user-controlled-server-wallets-only',
      showWalletUIs: true,
      priceDisplay: { primary: 'fiat-currency', secondary: 'native-token' },
    },
    passkeys: { shouldUnlinkOnUnenrollMfa: true, shouldUnenrollMfaOnUnlink: true },
    externalWallets: { isDisabled: false, isWalletConnectEnabled: true },
    funding: null,
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

  test('the logo, else the icon that the operator names', () => {
    const icon_url = 'https://s.example/favicon.ico'
    expect(appearance({ icon_url }, {}).logo).toBe(icon_url)
    expect(appearance({ ...server, icon_url }, {}).logo).toBe(server.logo_url)
  })

  test.each([
    ['captcha', { captcha_enabled: true, captcha_site_key: 'k' }, {}, { isEnabled: true, siteKey: 'k' }],
    ['walletConnectCloudProjectId', { wallet_connect_cloud_project_id: 's' }, {}, 's'],
    [
      'walletConnectCloudProjectId',
      { wallet_connect_cloud_project_id: 's' },
      { walletConnectCloudProjectId: 'h' },
      'h',
    ],
    ['intl', {}, { intl: { defaultCountry: 'ES' } }, { defaultCountry: 'ES' }],
    ['walletChainType', {}, { appearance: { walletChainType: 'solana-only' } }, 'solana-only'],
  ] as const)('%s of server %j and host %j', (key, from, options, expected) => {
    expect({ value: merge(from, options).config[key] }).toMatchObject({ value: expected })
  })

  test('what only the server decides', () => {
    const { config } = merge(
      {
        require_users_accept_terms: true,
        disable_plus_emails: true,
        whatsapp_enabled: true,
        passkeys_for_signup_enabled: true,
        mfa_methods: ['sms', 'passkey'],
        allowlist_config: { error_title: 'Members only', cta_link: 'https://s.example/join' },
        funding_config: { methods: ['external'], default_recommended_currency: { chain: 'eip155:8453' } },
      },
      { requireUsersAcceptTerms: false },
    )
    expect(config).toMatchObject({
      requireUsersAcceptTerms: true,
      disablePlusEmails: true,
      whatsAppEnabled: true,
      passkeysForSignupEnabled: true,
      mfa: { methods: ['sms', 'passkey'] },
      allowlistConfig: {
        errorTitle: 'Members only',
        errorDetail: null,
        errorCtaText: null,
        errorCtaLink: 'https://s.example/join',
      },
      funding: { methods: ['external'], default_recommended_currency: { chain: 'eip155:8453' } },
    })
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
  [{ create_on_login: 'all-users', ethereum: { create_on_login: 'off' } }, {}, 'off'],
] as const)('createOnLogin: server %j, host %j', (server, ethereum, expected) => {
  const { config } = merge({ embedded_wallet_config: server }, { embeddedWallets: { ethereum } })
  expect(config.embeddedWallets.ethereum.createOnLogin).toBe(expected)
})

test.each([
  [true, undefined, true, []],
  [true, true, true, []],
  [true, false, true, ['wallet-uis-enforced']],
  [false, undefined, true, []],
  [false, false, false, []],
] as const)('enforce_wallet_uis %j: showWalletUIs %j becomes %j', (enforced, asked, expected, rules) => {
  const result = effectiveConfig(app({ enforce_wallet_uis: enforced }), {
    embeddedWallets: asked === undefined ? {} : { showWalletUIs: asked },
  })
  expect(result.ok && result.config.embeddedWallets.showWalletUIs).toBe(expected)
  expect(result.warnings.map(({ rule }) => rule)).toEqual(rules)
})

describe('at least one login method must be enabled', () => {
  test.each([
    ['the server has all off', { email_auth: false }, undefined],
    ['the host asks only for what the server has off', {}, { loginMethods: ['sms'] }],
    ['the host cannot enable what the server has off', { email_auth: false }, { loginMethods: ['email'] }],
    ['the order names none that is on', {}, { loginMethodsAndOrder: { primary: ['sms'] } }],
    ['the host names none', {}, { loginMethods: [] }],
    ['the order of the host has none', {}, { loginMethodsAndOrder: { primary: [] } }],
    [
      'all of its order are behind “More”',
      {},
      { loginMethodsAndOrder: { primary: [], overflow: ['email'] } },
    ],
    [
      'the host names none beside an order that is not valid',
      {},
      { loginMethods: [], loginMethodsAndOrder: {} },
    ],
    ['the host names none for its own login', { custom_jwt_auth: true }, { loginMethods: [] }],
  ])('%s', (_, server, options) => {
    expect(effectiveConfig(app(server), options)).toMatchObject({
      ok: false,
      message: 'You must enable at least one login method',
    })
  })

  test('a call narrows them, and none left is an error', () => {
    const login = { primary: [email], overflow: [], groupPriority: 'web2-first' } as const
    const choose = (loginMethods?: string[], own = {}) =>
      chooseLoginWays(
        app(),
        { login: { ...login, ...own }, walletChainType: 'ethereum-only' },
        { loginMethods },
      )
    expect(choose()).toEqual([email])
    expect(choose(['email'], { primary: [], overflow: [email] })).toEqual([email])
    expect(choose(['google', 'email'])).toEqual([email])
    for (const asked of [['google'], []])
      expect(() => choose(asked)).toThrow('You must enable at least one login method')
  })
})

test('a landing without an order of its own folds after four rows, and a login of the page’s own takes none', () => {
  const all = { sms_auth: true, passkey_auth: true, guest_auth: true, custom_jwt_auth: true }
  expect(merge(all, undefined).config.login).toEqual({
    primary: [email, { method: 'sms' }, { method: 'passkey' }, { method: 'guest' }],
    overflow: [],
    groupPriority: 'web2-first',
  })
})

describe('login message truncated to 100 characters', () => {
  test('never within one', () => {
    const { config, warnings } = merge({}, { appearance: { loginMessage: '🦊'.repeat(101) } })
    expect(config.appearance.loginMessage).toBe('🦊'.repeat(100))
    expect(warnings).toEqual(['config.appearance.loginMessage: cut to 100 characters.'])
  })
  test('and not before', () => {
    const { config, warnings } = merge({}, { appearance: { loginMessage: 'x'.repeat(100) } })
    expect(config.appearance.loginMessage).toBe('x'.repeat(100))
    expect(warnings).toEqual([])
  })
})

test('a config error of any rule is the result, with the warnings beside it', () => {
  expect(effectiveConfig(app(), { supportedChains: [], appearance: { theme: '#808080' } })).toMatchObject({
    ok: false,
    message: 'config.supportedChains: name at least one chain, or leave the option out.',
    warnings: [{ rule: 'theme-readable' }],
  })
  expect(
    effectiveConfig(app(), { appearance: { walletList: ['wallet_connect', 'wallet_connect_qr_solana'] } }),
  ).toMatchObject({ ok: false, message: expect.stringContaining('wallet_connect_qr_solana') })
})

test('a background of middle luminance is refused, for no text could be read on it', () => {
  const { config, warnings } = merge({ theme: 'dark' }, { appearance: { theme: '#808080' } })
  expect(config.appearance.theme).toBe('dark')
  expect(warnings).toHaveLength(1)
})

test('nor is the server’s, which then gives way to the default', () => {
  const { config, warnings } = merge({ theme: '#808080' }, {})
  expect(config.appearance.theme).toBe('light')
  expect(warnings).toEqual(['The app’s config: a background needs a luminance below 20 % or above 80 %.'])
  expect(merge({ theme: '#808080' }, { appearance: { theme: 'dark' } }).config.appearance.theme).toBe('dark')
})

test('an empty header is the product’s own', () => {
  expect(appearance({}, { appearance: { landingHeader: '' } }).landingHeader).toBeNull()
})

describe('options that the wallet does not follow as they stand', () => {
  const ignored = (path: string) => `config.${path}: has no effect in this version.`

  test.each([
    [{ headless: true }, [ignored('headless')]],
    [{ headless: false }, []],
    [{ scriptNonce: 'r4nd0m' }, [ignored('scriptNonce')]],
    [{ _render: { standalone: true } }, [ignored('_render.standalone')]],
    [{ _render: { standalone: false } }, []],
    // What is asked for here is what the wallet does anyway: it writes no cookie.
    [{ sessions: { cookieWriteBehavior: 'never' } }, []],
    [{ sessions: { cookieWriteBehavior: 'default' } }, []],
  ])('%j: %j', (options, expected) => {
    expect(merge({}, options).warnings).toEqual(expected)
  })

  test.each([
    [true, true, []],
    [true, false, ['captcha-of-server']],
    [false, true, ['captcha-of-server']],
    [false, undefined, []],
  ] as const)('captcha of the server %j: captchaEnabled %j changes nothing', (server, asked, rules) => {
    const result = effectiveConfig(app({ captcha_enabled: server }), { captchaEnabled: asked })
    expect(result.ok && result.config.captcha.isEnabled).toBe(server)
    expect(result.warnings.map(({ rule }) => rule)).toEqual(rules)
  })

  test('globalDisablePasskeys takes passkeys away, from the login and from what can be linked', () => {
    const server = app({ passkey_auth: true })
    const without = effectiveConfig(server, { globalDisablePasskeys: true })
    expect(without).toMatchObject({ ok: true, app: { passkey_auth: false }, warnings: [] })
    expect(without.ok && without.config.login.primary).toEqual([email])
    expect(effectiveConfig(server, { globalDisablePasskeys: false })).toMatchObject({
      app: { passkey_auth: true },
    })
  })
})

describe('wrong options', () => {
  test('each is dropped with a warning and the others stand', () => {
    const { config, warnings } = merge(
      {},
      {
        appearance: { theme: 'blue', accentColor: 7, landingHeader: 'Hello' },
        loginMethods: 'email',
        legal: 'none',
      },
    )
    expect(config.appearance.landingHeader).toBe('Hello')
    expect(config.appearance.theme).toBe('light')
    expect(warnings.sort()).toEqual([
      'config.appearance.accentColor: not valid, so the default is used.',
      'config.appearance.theme: not valid, so the default is used.',
      'config.legal: not valid, so the default is used.',
      'config.loginMethods: not valid, so the default is used.',
    ])
  })
  test('a list with a wrong element is dropped as a whole', () => {
    const { config, warnings } = merge({}, { loginMethods: ['email', 5] })
    expect(config.login.primary).toEqual([email])
    expect(warnings).toEqual(['config.loginMethods: not valid, so the default is used.'])
  })
  test('unknown ones are named, at any depth', () => {
    const { warnings } = merge({}, { appearence: {}, appearance: { colour: 'red' } })
    expect(warnings).toEqual([
      'config.appearence: there is no such option.',
      'config.appearance.colour: there is no such option.',
    ])
  })
  test.each([['a string'], [['a list']], [3]])('%j is not options', input => {
    expect(merge({}, input).warnings).toEqual(['config: pass an object with options.'])
  })
  test('a key named __proto__ changes no prototype and no option', () => {
    const hostile: unknown = JSON.parse('{"__proto__": {"appearance": {"theme": "dark"}}, "constructor": {}}')
    const { config, warnings } = merge({}, hostile)
    expect(config.appearance.theme).toBe('light')
    expect(warnings).toHaveLength(2)
    expect(({} as { appearance?: unknown }).appearance).toBeUndefined()
  })
})
