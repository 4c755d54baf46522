import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { describe, expect, test } from 'vitest'
import { effectiveConfig } from './effective.ts'
import { checkHostOptions } from './host-options-check.ts'

const BASE = { id: 8453, name: 'Base' }
const OP = { id: 10, name: 'OP Mainnet' }

/** A valid value of every option of contract §4.3 that is data. */
const VALID: Readonly<Record<string, unknown>> = {
  'appearance.theme': 'dark',
  'appearance.accentColor': '#112233',
  'appearance.logo': 'https://shop.example/logo.png',
  'appearance.footerLogo': 'https://shop.example/foot.png',
  'appearance.emailDomain': 'shop.example',
  'appearance.landingHeader': 'Hello',
  'appearance.loginMessage': 'Come in',
  'appearance.showWalletLoginFirst': true,
  'appearance.walletList': ['metamask'],
  'appearance.walletChainType': 'ethereum-and-solana',
  'appearance.hideDirectWeb2Inputs': true,
  loginMethods: ['email'],
  'loginMethodsAndOrder.primary': ['email'],
  'loginMethodsAndOrder.overflow': ['sms'],
  'intl.defaultCountry': 'GB',
  'intl.textLocalization': { 'landing.title': 'Hello' },
  'legal.termsAndConditionsUrl': 'https://shop.example/terms',
  'legal.privacyPolicyUrl': null,
  walletConnectCloudProjectId: 'project',
  supportedChains: [BASE, OP],
  'defaultChain.id': BASE.id,
  'defaultChain.name': BASE.name,
  captchaEnabled: true,
  scriptNonce: 'r4nd0m',
  customOAuthRedirectUrl: 'shop://back',
  allowOAuthInEmbeddedBrowsers: true,
  'externalWallets.coinbaseWallet.config': { preference: { options: 'all' } },
  'externalWallets.baseAccount.config': { preference: { options: 'all' } },
  'externalWallets.signatureRequestTimeouts': { metamask: 1000 },
  'externalWallets.walletConnect.enabled': false,
  'externalWallets.solana.connectors': { get: [] },
  'externalWallets.disableAllExternalWallets': true,
  'embeddedWallets.ethereum.createOnLogin': 'all-users',
  'embeddedWallets.solana.createOnLogin': 'all-users',
  'embeddedWallets.showWalletUIs': false,
  'embeddedWallets.priceDisplay': { primary: 'native-token', secondary: null },
  'embeddedWallets.disableAutomaticMigration': true,
  'embeddedWallets.extendedCalldataDecoding': true,
  'embeddedWallets.transactionScanning.enabled': true,
  'embeddedWallets.transactionScanning.domain': 'shop.example',
  'mfa.noPromptOnMfaRequired': true,
  'passkeys.shouldUnlinkOnUnenrollMfa': false,
  'passkeys.shouldUnenrollMfaOnUnlink': false,
  'passkeys.registration.hints': ['hybrid'],
  'fundingMethodConfig.moonpay.useSandbox': true,
  'fundingMethodConfig.moonpay.paymentMethod': 'credit_debit_card',
  'fundingMethodConfig.moonpay.uiConfig.accentColor': '#112233',
  'fundingMethodConfig.moonpay.uiConfig.theme': 'dark',
  'solana.rpcs': { 'solana:devnet': { rpc: 'https://rpc.example/' } },
  'customAuth.enabled': true,
  'sessions.cookieWriteBehavior': 'never',
  plugins: ['a plugin'],
  headless: true,
  globalDisablePasskeys: true,
  '_render.standalone': true,
}
const PATHS = Object.keys(VALID)

/** What no option takes; `undefined` stands for a key that is left out. */
const WRONG: readonly unknown[] = [
  undefined,
  5,
  'nonsense',
  -1.5,
  {},
  [],
  [{}],
  [5],
  { a: { b: 5 } },
  null,
  [null],
]

type Options = Record<string, unknown>
const isOptions = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function set(options: Options, path: string, value: unknown) {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let holder = options
  for (const key of keys) {
    holder[key] ??= {}
    holder = holder[key] as Options
  }
  if (value === undefined) delete holder[last]
  else holder[last] = value
}
const get = (options: unknown, path: string): unknown =>
  path.split('.').reduce((at, key) => (isOptions(at) ? at[key] : undefined), options)
const isAsGiven = (options: unknown, path: string) =>
  JSON.stringify(get(options, path)) === JSON.stringify(VALID[path])
function allValid(): Options {
  const options: Options = {}
  for (const path of PATHS) set(options, path, structuredClone(VALID[path]))
  return options
}

/** Options that stand or fall together: an object is nothing without a key that it must have. */
const REQUIRED: Readonly<Record<string, string>> = {
  'defaultChain.id': 'defaultChain',
  'defaultChain.name': 'defaultChain',
  'loginMethodsAndOrder.primary': 'loginMethodsAndOrder',
  'embeddedWallets.transactionScanning.enabled': 'embeddedWallets.transactionScanning',
}
/** A group of options, each by its own path: `appearance`, `passkeys.registration`. */
const GROUPS = [
  ...new Set(
    PATHS.flatMap(path =>
      path
        .split('.')
        .slice(0, -1)
        .map((_, at, keys) => keys.slice(0, at + 1).join('.')),
    ),
  ),
]

describe('one wrong option falls alone', () => {
  test('and where none is wrong, none does', () => {
    const given = allValid()
    expect(checkHostOptions(given)).toEqual({ options: given, warnings: [] })
  })

  test.each([...PATHS, ...GROUPS])('%s', path => {
    for (const wrong of WRONG) {
      const given = allValid()
      set(given, path, wrong)
      const { options, warnings } = checkHostOptions(given)
      const isTaken = JSON.stringify(get(options, path)) === JSON.stringify(wrong)
      const falls = get(options, path) === undefined ? (REQUIRED[path] ?? path) : path
      const isWithin = (it: string) => [falls, path].some(at => it === at || it.startsWith(`${at}.`))
      const lost = PATHS.filter(it => !isWithin(it) && !isAsGiven(options, it))
      // Nothing that was asked for vanishes without a word; what was left out is asked for nowhere.
      const isTold = warnings.some(({ message }) => message.startsWith(`config.${falls}`))
      expect({ wrong, lost, told: isTold }).toEqual({ wrong, lost: [], told: !isTaken || falls !== path })
    }
  })

  test('two at once fall by themselves, whatever they are', () => {
    for (const [index, path] of PATHS.entries()) {
      const other = PATHS[(index * 7 + 3) % PATHS.length] ?? path
      const given = allValid()
      set(given, path, { nonsense: 5 })
      set(given, other, Number.NaN)
      const gone = [path, other].map(it => REQUIRED[it] ?? it)
      const { options } = checkHostOptions(given)
      const isGone = (it: string) => gone.some(at => it === at || it.startsWith(`${at}.`))
      const lost = PATHS.filter(it => !isGone(it) && !isAsGiven(options, it))
      expect({ path, other, lost }).toEqual({ path, other, lost: [] })
    }
  })

  test.each([
    [
      { defaultChain: { id: '8453', name: 'Base' } },
      'config.defaultChain: `id` is missing or not valid, so the default is used.',
    ],
    [
      { defaultChain: { id: '8453' } },
      'config.defaultChain: `id` is missing or not valid, so the default is used.',
    ],
    [
      { embeddedWallets: { transactionScanning: {} } },
      'config.embeddedWallets.transactionScanning: `enabled` is missing or not valid, so the default is used.',
    ],
    [
      { loginMethodsAndOrder: {} },
      'config.loginMethodsAndOrder: `primary` is missing or not valid, so the default is used.',
    ],
    [
      { defaultChain: { ...BASE, nativeCurrency: { name: 'Ether' } } },
      'config.defaultChain.nativeCurrency: `symbol` is missing or not valid, so the default is used.',
    ],
    [{ supportedChains: [BASE, { id: 10 }] }, 'config.supportedChains: not valid, so the default is used.'],
    [
      { embeddedWallets: { priceDisplay: { primary: 'native-token' } } },
      'config.embeddedWallets.priceDisplay: not valid, so the default is used.',
    ],
  ])('%j, with one sentence', (wrong, sentence) => {
    const { options, warnings } = checkHostOptions({ ...wrong, captchaEnabled: true })
    expect(options.captchaEnabled).toBe(true)
    expect(warnings.map(({ message }) => message)).toEqual([sentence])
  })

  test('what the page has beside it goes on, in the effective config', () => {
    const app = appConfig.parse({
      id: 'app_test',
      name: 'Shop',
      data_classification: 'public',
      verification_key: '',
    })
    const result = effectiveConfig(app, {
      appearance: { theme: 'dark', landingHeader: 'Hello' },
      defaultChain: { id: '8453' },
      embeddedWallets: { transactionScanning: {}, ethereum: { createOnLogin: 'all-users' } },
      loginMethodsAndOrder: {},
    })
    expect(result).toMatchObject({
      ok: true,
      config: {
        appearance: { theme: 'dark', landingHeader: 'Hello' },
        chains: { default: { id: 1 } },
        embeddedWallets: {
          ethereum: { createOnLogin: 'all-users' },
          transactionScanning: { enabled: false },
        },
      },
    })
    expect(result.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('config.loginMethodsAndOrder:'),
      expect.stringContaining('config.defaultChain:'),
      expect.stringContaining('config.embeddedWallets.transactionScanning:'),
    ])
  })
})
