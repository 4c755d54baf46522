import { appConfig } from '@vitrine/shared/config/app-config.ts'
import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import { describe, expect, test } from 'vitest'
import { mergeChains } from './chains.ts'
import { effectiveConfig } from './effective.ts'
import { byGroup, groupPriority } from './group-priority.ts'
import { mergeLoginMethods } from './login-methods.ts'
import { serverNames } from './login-names.ts'
import { mergeRedirectUrl } from './redirect-url.ts'
import { DEFAULT_WALLET_LIST, mergeWalletList } from './wallet-list.ts'

/** The rules of specification §5 about configuration, each by its own words. */

describe('showWalletLoginFirst is forced false if wallet login is off, and forced true if no email, SMS or social methods are on', () => {
  test.each([
    [['email'], true, 'web2-first'],
    [['passkey'], true, 'web2-first'],
    [['wallet'], false, 'web3-first'],
    [['wallet', 'passkey'], false, 'web3-first'],
    [['wallet', 'telegram', 'farcaster', 'guest'], false, 'web3-first'],
    [['wallet', 'email'], false, 'web2-first'],
    [['wallet', 'email'], true, 'web3-first'],
    [['wallet', 'sms'], false, 'web2-first'],
    [['wallet', 'google'], false, 'web2-first'],
    [['metamask', 'custom:bank'], false, 'web2-first'],
    [['metamask'], false, 'web3-first'],
  ] as const)('%j, asked %j: %s', (names, asked, expected) => {
    expect(groupPriority(names, asked)).toBe(expected)
  })

  test('the groups then stand in that order, each in its own', () => {
    expect(byGroup(['email', 'wallet', 'passkey'], 'web3-first')).toEqual(['wallet', 'email', 'passkey'])
    expect(byGroup(['wallet', 'email', 'passkey'], 'web2-first')).toEqual(['email', 'passkey', 'wallet'])
  })
})

describe('wallet_connect or wallet_connect_qr together with wallet_connect_qr_solana in the wallet list is an error', () => {
  test.each(['wallet_connect', 'wallet_connect_qr'] as const)('%s', entry => {
    expect(() => mergeWalletList([entry, 'wallet_connect_qr_solana'], 'ethereum-and-solana')).toThrow(
      `config.appearance.walletList: "${entry}" and "wallet_connect_qr_solana" cannot stand together. Keep one of them.`,
    )
  })
  test('each alone, and the two Ethereum ones, are fine', () => {
    const lists: WalletListEntry[][] = [
      ['wallet_connect', 'wallet_connect_qr'],
      ['wallet_connect_qr_solana'],
      ['metamask'],
    ]
    for (const list of lists) expect(mergeWalletList(list, 'ethereum-and-solana')).toEqual(list)
  })
  test('the default list, and what does not fit the chain type is not shown', () => {
    expect(mergeWalletList(undefined, 'ethereum-and-solana')).toEqual(DEFAULT_WALLET_LIST)
    expect(mergeWalletList(undefined, 'ethereum-only')).not.toContain('detected_solana_wallets')
    expect(mergeWalletList(['rainbow', 'solflare', 'phantom'], 'solana-only')).toEqual([
      'solflare',
      'phantom',
    ])
  })
})

describe('loginMethodsAndOrder', () => {
  const order = (primary: string[], overflow?: string[]) =>
    mergeLoginMethods(['email', 'sms', 'google'], {
      loginMethodsAndOrder: { primary, ...(overflow && { overflow }) },
    })
  const rules = (result: ReturnType<typeof order>) => result.warnings.map(({ rule }) => rule)

  test.each([
    [4, []],
    [5, ['primary-limit']],
  ])('%i primary methods: %j', (count, expected) => {
    const wallets = ['metamask', 'rainbow', 'zerion', 'phantom', 'safe'].slice(0, count)
    const result = order(wallets)
    expect(rules(result).filter(rule => rule === 'primary-limit')).toEqual(expected)
  })
  test('duplicates are dropped with a warning, the first stays', () => {
    const result = order(['email', 'email'], ['email'])
    expect(result.value).toEqual({ primary: ['email'], overflow: [] })
    expect(result.warnings).toEqual([
      { rule: 'method-once', message: 'config.loginMethodsAndOrder: a method stands there twice.' },
    ])
  })
  test('setting both loginMethods and loginMethodsAndOrder gives a warning, and the order wins', () => {
    const result = mergeLoginMethods(['email'], {
      loginMethods: ['sms'],
      loginMethodsAndOrder: { primary: ['email'] },
    })
    expect(result.value.primary).toEqual(['email'])
    expect(rules(result)).toEqual(['one-list-of-methods'])
  })
  test('a method may wait in overflow', () => {
    expect(order([], ['email']).value).toEqual({ primary: [], overflow: ['email'] })
  })
})

describe('login methods: host ∩ server', () => {
  test('the server has it off', () => {
    expect(mergeLoginMethods([], { loginMethods: ['email', 'nonsense'] })).toEqual({
      value: { primary: [], overflow: [] },
      warnings: [
        { rule: 'method-enabled', message: 'config.loginMethods: "email" is not enabled for this app.' },
        { rule: 'method-enabled', message: 'config.loginMethods: "nonsense" is not enabled for this app.' },
      ],
    })
  })
  test('a wallet of the list is the wallet login', () => {
    expect(mergeLoginMethods(['email', 'wallet'], { loginMethods: ['wallet', 'email'] })).toEqual({
      value: { primary: ['email', 'wallet'], overflow: [] },
      warnings: [],
    })
    expect(mergeLoginMethods(['email'], { loginMethods: ['wallet', 'email'] }).warnings).toEqual([
      { rule: 'method-enabled', message: 'config.loginMethods: "wallet" is not enabled for this app.' },
    ])
  })
  test('one that stands there twice', () => {
    const { value, warnings } = mergeLoginMethods(['email'], { loginMethods: ['email', 'email'] })
    expect(value.primary).toEqual(['email'])
    expect(warnings).toEqual([
      { rule: 'method-once', message: 'config.loginMethods: a method stands there twice.' },
    ])
  })
  test('the server’s switches by name, custom providers included', () => {
    const app = { solana_wallet_auth: true, telegram_oauth: true, twitch_oauth: true }
    const custom = [
      { provider: 'custom:bank', enabled: true },
      { provider: 'custom:old', enabled: false },
    ]
    expect(serverNames({ ...app, custom_oauth_providers: custom } as never)).toEqual([
      'twitch',
      'telegram_oauth',
      'custom:bank',
      'wallet',
    ])
  })
})

test.each([
  ['https://shop.example/after?x=1', 'https://shop.example/after?x=1', 0],
  [undefined, null, 0],
  ['https://shop.example.evil.example/', null, 1],
  ['https://other.example/', null, 1],
  ['shop://back', null, 1],
  ['javascript:alert(1)', null, 1],
  ['/after', null, 1],
])(
  'customOAuthRedirectUrl %j is a page of one of the app’s origins, else the page’s own address',
  (asked, value, count) => {
    const ruled = mergeRedirectUrl(['https://shop.example'], asked)
    expect(ruled.value).toBe(value)
    expect(ruled.warnings.map(({ rule }) => rule)).toEqual(Array(count).fill('redirect-origin'))
  },
)

describe('supportedChains must not be empty; the default chain must be among them', () => {
  const chain = (id: number) => ({ id, name: `Chain ${id}` })
  test.each([
    ['mainnet where it is supported', [chain(10), chain(1)], undefined, 1],
    ['else the first', [chain(10), chain(137)], undefined, 10],
    ['the one that is named', [chain(10), chain(137)], chain(137), 137],
    ['of the built-in list', undefined, chain(8453), 8453],
    ['mainnet of the built-in list', undefined, undefined, 1],
  ])('%s', (_, supported, asked, expected) => {
    const chains = mergeChains([], supported, asked).value
    expect(chains.default.id).toBe(expected)
    expect(chains.shouldEnforceDefaultChainOnConnect).toBe(asked !== undefined)
  })
  test.each([
    ['empty', [], undefined, 'config.supportedChains: name at least one chain'],
    ['empty, with a default', [], chain(1), 'config.supportedChains: name at least one chain'],
    ['without the default', [chain(10)], chain(1), 'config.defaultChain: the default chain must be one of'],
  ])('%s', (_, supported, asked, message) => {
    expect(() => mergeChains([], supported, asked)).toThrow(message)
  })
})

describe('the rules in a page’s whole config, beside another option that is wrong', () => {
  const app = appConfig.parse({
    id: 'app_test',
    name: 'Shop',
    data_classification: 'public',
    verification_key: '',
    sms_auth: true,
    passkey_auth: true,
    guest_auth: true,
    custom_jwt_auth: true,
  })
  const wrong = { embeddedWallets: { transactionScanning: {} } }
  const dropped =
    'config.embeddedWallets.transactionScanning: `enabled` is missing or not valid, so the default is used.'
  const base = { id: 8453, name: 'Base' }
  const five = ['email', 'sms', 'passkey', 'guest', 'custom-jwt']

  test.each([
    [
      { loginMethodsAndOrder: { primary: five } },
      'config.loginMethodsAndOrder.primary: more than 4 methods make the choice harder. Move some to overflow.',
    ],
    [
      { loginMethodsAndOrder: { primary: ['email'], overflow: ['email'] } },
      'config.loginMethodsAndOrder: a method stands there twice.',
    ],
    [
      { loginMethods: ['sms'], loginMethodsAndOrder: { primary: ['email'] } },
      'config.loginMethods: loginMethodsAndOrder is set too and wins. Set only one of the two.',
    ],
    [
      { loginMethods: [], loginMethodsAndOrder: { primary: ['email'] } },
      'config.loginMethods: loginMethodsAndOrder is set too and wins. Set only one of the two.',
    ],
    [
      { appearance: { loginMessage: 'x'.repeat(101) } },
      'config.appearance.loginMessage: cut to 100 characters.',
    ],
  ])('%j warns', (options, warning) => {
    const result = effectiveConfig(app, { ...wrong, ...options })
    expect(result.ok).toBe(true)
    expect(result.warnings.map(({ message }) => message)).toEqual([dropped, warning])
  })

  test.each([
    [{ loginMethods: [] }, 'You must enable at least one login method'],
    [{ supportedChains: [] }, 'config.supportedChains: name at least one chain, or leave the option out.'],
    [
      { supportedChains: [{ id: 1, name: 'Ethereum' }], defaultChain: base },
      'config.defaultChain: the default chain must be one of config.supportedChains.',
    ],
  ])('%j is an error', (options, message) => {
    const result = effectiveConfig(app, { ...wrong, ...options })
    expect(result).toMatchObject({ ok: false, message })
    expect(result.warnings.map(it => it.message)).toEqual([dropped])
  })
})
