import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { describe, expect, it } from 'vitest'
import { chooseLoginWays } from './choose-login-ways.ts'
import { effectiveConfig } from './effective.ts'
import { DEFAULT_WALLET_LIST } from './wallet-list.ts'

/** Wallets of the person's own on the landing: which rows there are, and of which chains. */

const BOTH = { wallet_auth: true, solana_wallet_auth: true }
const app = (own: object) =>
  appConfig.parse({
    id: 'app_test',
    name: 'Shop',
    data_classification: 'public',
    verification_key: '',
    ...own,
  })
function merge(own: object, page: object = {}) {
  const result = effectiveConfig(app(own), page)
  if (!result.ok) throw new Error(result.message)
  return { ...result.config, app: result.app, warnings: result.warnings.map(({ message }) => message) }
}
const names = (own: object, page?: object) => {
  const { primary, overflow } = merge(own, page).login
  return [primary, overflow].map(ways => ways.map(({ method, provider }) => provider ?? method))
}

describe('the landing', () => {
  it('has one row for wallets of both chains, after email and first where the site or the server says so', () => {
    expect(names(BOTH)).toEqual([['email', 'siwe'], []])
    expect(names(BOTH, { appearance: { showWalletLoginFirst: true } })).toEqual([['siwe', 'email'], []])
    expect(names({ ...BOTH, show_wallet_login_first: true })).toEqual([['siwe', 'email'], []])
    const page = { appearance: { showWalletLoginFirst: false }, loginMethods: ['wallet'] }
    expect(merge(BOTH, page).login.groupPriority).toBe('web3-first')
    expect(names({ email_auth: true }, { appearance: { showWalletLoginFirst: true } })).toEqual([
      ['email'],
      [],
    ])
  })

  it('has the wallets that the site names as rows of their own, which give the list its order', () => {
    const loginMethodsAndOrder = { primary: ['email', 'metamask', 'phantom'], overflow: ['wallet_connect'] }
    const page = { loginMethodsAndOrder, appearance: { walletList: ['rainbow'] } }
    expect(names(BOTH, page)).toEqual([['email', 'metamask', 'phantom'], ['wallet_connect']])
    expect(merge(BOTH, page).walletList).toEqual(['metamask', 'phantom', 'wallet_connect'])
    expect(merge(BOTH, page).warnings).toEqual([])
  })

  it('has one row for all that are detected', () => {
    const primary = ['detected_ethereum_wallets', 'detected_solana_wallets', 'email']
    expect(names(BOTH, { loginMethodsAndOrder: { primary } })).toEqual([['siwe', 'email'], []])
  })

  it('has none where the site shows no wallets of others, and is refused where nothing is left', () => {
    const externalWallets = { disableAllExternalWallets: true }
    expect(names(BOTH, { externalWallets })).toEqual([['email'], []])
    expect(effectiveConfig(app(BOTH), { externalWallets, loginMethods: ['wallet'] })).toMatchObject({
      ok: false,
      message: 'You must enable at least one login method',
    })
  })

  it('shows no wallet where none fits the chains', () => {
    const page = { appearance: { walletChainType: 'solana-only' }, loginMethods: ['wallet'] }
    expect(effectiveConfig(app({ wallet_auth: true }), page)).toMatchObject({
      ok: false,
      message: 'You must enable at least one login method',
    })
    expect(names({ solana_wallet_auth: true })).toEqual([['email', 'siws'], []])
    expect(merge({ solana_wallet_auth: true }).walletChainType).toBe('solana-only')
    expect(merge(BOTH).walletChainType).toBe('ethereum-only')
  })
})

it.each([
  [{}, ['email', 'siwe', 'rainbow']],
  [{ walletChainType: 'solana-only' }, ['email', 'siwe']],
  [{ walletChainType: 'ethereum-and-solana' }, ['email', 'siwe', 'rainbow']],
  [{ loginMethods: ['wallet'] }, ['siwe', 'rainbow']],
  [{ loginMethods: ['email'], walletChainType: 'solana-only' }, ['email']],
] as const)('one call of login, %j, has %j', (asked, expected) => {
  const primary = ['email', 'detected_wallets', 'rainbow']
  const config = merge(BOTH, { loginMethodsAndOrder: { primary } })
  const ways = chooseLoginWays(config.app, config, {
    ...asked,
    loginMethods: Reflect.get(asked, 'loginMethods'),
  })
  expect(ways.map(({ method, provider }) => provider ?? method)).toEqual(expected)
})

it('one call that leaves no wallet and nothing else is refused', () => {
  const config = merge({ wallet_auth: true }, { loginMethods: ['wallet'] })
  const choose = () => chooseLoginWays(config.app, config, { walletChainType: 'solana-only' })
  expect(choose).toThrow('You must enable at least one login method')
})

it('the list is the site’s, each wallet once; else the default one', () => {
  expect(merge(BOTH).walletList).toEqual(DEFAULT_WALLET_LIST)
  const walletList = ['rainbow', 'metamask', 'rainbow']
  expect(merge(BOTH, { appearance: { walletList } }).walletList).toEqual(['rainbow', 'metamask'])
  const primary = ['wallet_connect', 'wallet_connect_qr_solana']
  expect(effectiveConfig(app(BOTH), { loginMethodsAndOrder: { primary } })).toMatchObject({
    ok: false,
    message: expect.stringContaining('config.loginMethodsAndOrder: "wallet_connect" and'),
  })
})

it.each([
  ['s', 'h', 'h', []],
  ['s', undefined, 's', []],
  [null, undefined, null, []],
  [null, 'h', null, ['config.walletConnectCloudProjectId']],
] as const)('project of the server %j, of the page %j: %j', (server, page, expected, warned) => {
  const options = page === undefined ? {} : { walletConnectCloudProjectId: page }
  const { walletConnectCloudProjectId, warnings } = merge(
    { ...BOTH, wallet_connect_cloud_project_id: server },
    options,
  )
  expect(walletConnectCloudProjectId).toBe(expected)
  expect(warnings.map(message => message.split(':')[0])).toEqual(warned)
})
