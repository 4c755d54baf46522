import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import { expect, it } from 'vitest'
import { DEFAULT_WALLET_LIST } from '../config/wallet-list.ts'
import { CATALOGUE } from '../external-wallets/catalogue.ts'
import { listWallets, searchWallets, type WalletListOptions } from './listed-wallets.ts'
import { ADDRESS, fakeConnection, held, relayed } from './testing/fake-wallets.ts'

const options = (own: Partial<WalletListOptions>): WalletListOptions => ({
  entries: DEFAULT_WALLET_LIST,
  chainTypes: ['ethereum'],
  detected: [],
  connected: [],
  recent: [],
  hasWalletConnect: true,
  isPhone: false,
  page: 'https://shop.example/',
  ...own,
})
const names = (own: Partial<WalletListOptions>) => listWallets(options(own)).map(({ name }) => name)
const lines = (own: Partial<WalletListOptions>) =>
  listWallets(options(own)).map(({ name, lines }) => [name, lines.map(({ type }) => type).join()])

const rainbow = relayed({ name: 'Rainbow', id: 'me.rainbow' })
const unknown = relayed({ name: 'Brisk', id: 'example.brisk' })
const phantom = relayed({ name: 'Phantom', id: 'app.phantom' })
const phantomSolana = relayed({ name: 'Phantom', chainType: 'solana' })
const solflare = relayed({ name: 'Solflare', chainType: 'solana' })

it('has the default list in its order, and what is in the page first', () => {
  const others = ['WalletConnect']
  expect(names({})).toEqual(['MetaMask', 'Rainbow', 'WalletConnect'])
  expect(names({ detected: [rainbow, unknown] })).toEqual(['Brisk', 'Rainbow', 'MetaMask', ...others])
})

it('puts the wallet that was used last before the others in the page, and the connected one before all', () => {
  const detected = [unknown, rainbow, relayed()]
  expect(names({ detected, recent: ['rainbow', 'metamask'] }).slice(0, 3)).toEqual([
    'Rainbow',
    'MetaMask',
    'Brisk',
  ])
  const [first] = listWallets(options({ detected, recent: ['rainbow'] }))
  expect(first).toMatchObject({ name: 'Rainbow', isRecent: true, isDetected: true })
  const connected = [held(fakeConnection({ wallet: relayed() }))]
  const [known] = listWallets(options({ detected, connected, recent: ['rainbow'] }))
  expect(known).toMatchObject({ name: 'MetaMask', address: ADDRESS, isRecent: false })
  expect(known?.lines).toEqual([{ type: 'connected', wallet: connected[0] }])
})

it('has a wallet of both chains once, with a line to each', () => {
  const detected = [phantom, phantomSolana]
  const both = listWallets(options({ detected, chainTypes: ['ethereum', 'solana'] }))
  expect(both[0]).toMatchObject({ name: 'Phantom', entry: 'phantom' })
  expect(both[0]?.lines.map(it => it.type === 'injected' && it.wallet.chainType)).toEqual([
    'ethereum',
    'solana',
  ])
  expect(both.filter(({ name }) => name === 'Phantom')).toHaveLength(1)
})

it('has two wallets that give themselves one name both', () => {
  const detected = [relayed(), relayed({ id: 'example.other', handle: 'other' })]
  expect(names({ detected }).filter(name => name === 'MetaMask')).toHaveLength(2)
})

it.each<[string, WalletListEntry[], WalletListOptions['chainTypes'], string[]]>([
  [
    'a named wallet wins over those that are detected',
    ['rainbow', 'detected_ethereum_wallets'],
    ['ethereum'],
    ['Rainbow', 'Brisk', 'Phantom'],
  ],
  ['detected alone', ['detected_ethereum_wallets'], ['ethereum'], ['Rainbow', 'Brisk', 'Phantom']],
  ['of Solana alone', ['detected_solana_wallets'], ['ethereum', 'solana'], ['Phantom', 'Solflare']],
  ['of both', ['detected_wallets'], ['ethereum', 'solana'], ['Rainbow', 'Brisk', 'Phantom', 'Solflare']],
  ['what is not asked for is not there', ['rainbow'], ['ethereum'], ['Rainbow']],
  ['what fits no chain is not there', ['rainbow', 'solflare'], ['solana'], ['Solflare']],
])('detected wallets: %s', (_, entries, chainTypes, expected) => {
  const detected = [rainbow, unknown, phantom, phantomSolana, solflare]
  expect(names({ entries, chainTypes, detected })).toEqual(expected)
})

it('shows an absent wallet by its phone app or by where to get it, and nothing of WalletConnect where that is off', () => {
  const entries = ['rainbow', 'phantom', 'wallet_connect'] as const
  expect(lines({ entries })).toEqual([
    ['Rainbow', 'pairing'],
    ['Phantom', ''],
    ['WalletConnect', 'pairing'],
  ])
  expect(lines({ entries, hasWalletConnect: false })).toEqual([
    ['Rainbow', ''],
    ['Phantom', ''],
  ])
  const [absent] = listWallets(options({ entries }))
  expect(absent).toMatchObject({ installUrl: 'https://rainbow.me/download', browseUrl: null })
})

it.each(['coinbase_wallet', 'base_account'] as const)(
  'lists %s on a phone, and on a desktop only where its extension is',
  entry => {
    const { rdns, name } = CATALOGUE[entry]
    const there = relayed({ name, id: rdns[0] ?? null })
    expect(names({ entries: [entry] })).toEqual([])
    expect(names({ entries: [entry], isPhone: true })).toEqual([name])
    expect(names({ entries: [entry], detected: [there] })).toEqual([name])
  },
)

it('opens the site in the app on a phone, and leads to the app only where nothing opens it', () => {
  const entries = ['coinbase_wallet', 'universal_profile'] as const
  const [coinbase, profile] = listWallets(options({ entries, isPhone: true }))
  expect(coinbase?.browseUrl).toContain(encodeURIComponent('https://shop.example/'))
  expect(coinbase?.installUrl).toBeNull()
  expect(profile).toMatchObject({ browseUrl: null, installUrl: 'https://universalprofile.cloud' })
})

it.each([
  ['wallet_connect', 'ethereum', true],
  ['wallet_connect_qr', 'ethereum', false],
  ['wallet_connect_qr_solana', 'solana', false],
] as const)('%s is a code for %s; links to apps: %s', (entry, chainType, hasLinks) => {
  const chainTypes = ['ethereum', 'solana'] as const
  const [it, ...none] = listWallets(options({ entries: [entry], chainTypes }))
  expect(it).toMatchObject({ name: 'WalletConnect', lines: [{ type: 'pairing', chainType, hasLinks }] })
  expect(none).toEqual([])
})

it('has a wallet that is connected on a phone, where the list has what it came by', () => {
  const wallet = relayed({ name: 'Zed', id: null })
  const connected = [held(fakeConnection({ wallet, connectorType: 'wallet_connect_v2' }))]
  expect(names({ connected })[0]).toBe('Zed')
  expect(names({ connected, entries: ['rainbow'] })).toEqual(['Rainbow'])
  expect(names({ connected, chainTypes: ['solana'] })).toEqual(['MetaMask'])
})

it('finds a wallet by a part of its name', () => {
  const all = listWallets(options({}))
  expect(searchWallets(all, ' META ').map(({ name }) => name)).toEqual(['MetaMask'])
  expect(searchWallets(all, 'zzz')).toEqual([])
  expect(searchWallets(all, '')).toHaveLength(all.length)
})
