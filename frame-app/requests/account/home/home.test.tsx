// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../../approval/testing/fake-network.ts'
import type { WatchedAsset } from '../../../chains/ethereum/ports.ts'
import { createWatchedAssets } from '../../../chains/ethereum/watched-assets.ts'
import type { Activity, Holding, Holdings } from '../../../portfolio/ports.ts'
import { click, control, hasButton, useBrowser } from '../../../ui/testing/dom.ts'
import { externalWallet, fakeKernel, wallet } from '../../../ui/testing/fake-kernel.ts'
import { en } from '../../../words/en.ts'
import { say } from '../../../words/say.ts'
import { Home } from './home.tsx'
import { activity, BASE, draw, holding, holdings, portfolio } from './testing/fixtures.tsx'

const COIN: WatchedAsset = {
  chainId: 1,
  owner: wallet.address as `0x${string}`,
  standard: 'ERC20',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  tokenId: null,
  symbol: 'TUSD',
  decimals: 6,
}
const NFT: WatchedAsset = { ...COIN, standard: 'ERC721', tokenId: '7', symbol: 'ART', decimals: null }
const watched = holding({ key: 'TUSD', token: COIN.address, symbol: 'TUSD', name: 'TUSD', origin: 'watched' })

/** As the person's own clock has it. */
const NOON = new Date(2026, 0, 2, 12).getTime()

interface Scene {
  readonly has?: Partial<Holdings>
  readonly list?: readonly Activity[]
  readonly assets?: readonly WatchedAsset[]
  readonly onReplace?: Parameters<typeof Home>[0]['onReplace']
  readonly wallets?: Parameters<typeof Home>[0]['wallets']
}

async function open({ has = {}, list = [], assets = [], wallets = [wallet], onReplace }: Scene = {}) {
  let text = JSON.stringify(assets)
  const kept = createWatchedAssets({
    read: () => text,
    write(next) {
      text = next
    },
    onChange: () => {},
  })
  const networks = { ...fakeNetworks(fakeNetwork({})), assets: kept }
  const kernel = fakeKernel({ ethereum: async () => networks })
  const on = {
    onSelect: vi.fn(),
    onReceive: vi.fn(),
    onSend: undefined,
    onAddFunds: undefined,
    onActivity: vi.fn(),
    onReplace,
  }
  const shown = portfolio(holdings(has), list)
  const first = wallets[0] ?? wallet
  const root = await draw(kernel, <Home {...on} portfolio={shown} wallet={first} wallets={wallets} />)
  return { root, on, shown, kept }
}
const rows = (root: Element) => [...root.querySelectorAll('section:first-of-type li')]
const notes = (root: Element) => [...root.querySelectorAll('[role="status"]')].map(it => it.textContent)

describe('home', () => {
  useBrowser()

  it('shows what a coin is, where, how much and its worth, under the total', async () => {
    const { root } = await open()
    expect(root.textContent).toContain('$3,000.00')
    expect(rows(root).map(row => row.textContent)).toEqual(['EtherEthereum1.5 ETH$3,000.00'])
  })

  it.each<[string, Partial<Holdings>, string, string]>([
    ['is being read', { status: 'reading', list: [], totalCents: null }, en['home.reading'], ''],
    ['has no price', { totalCents: null }, en['home.noPrices'], '—'],
    ['is not all', { isTotalPartial: true }, en['home.partial'], '$3,000.00'],
    ['is not whole yet', { status: 'stale', isRefreshing: true }, en['home.updating'], '$3,000.00'],
    [
      'is of before',
      { status: 'stale', isRefreshing: true, readAt: NOON },
      'Balances as of Jan 2, 2026, 12:00 PM. Updating…',
      '$3,000.00',
    ],
    [
      'stays of before',
      { status: 'stale', readAt: NOON },
      'Balances as of Jan 2, 2026, 12:00 PM.',
      '$3,000.00',
    ],
    [
      'is without a network',
      { status: 'stale', readAt: NOON, unreachable: ['Base', 'Linea'] },
      'Couldn’t reach Base, Linea. Balances as of Jan 2, 2026, 12:00 PM.',
      '$3,000.00',
    ],
    [
      'is without a network that never answered',
      { status: 'stale', unreachable: ['Base'] },
      'Couldn’t reach Base.',
      '$3,000.00',
    ],
    ['is of no time', { status: 'stale', readAt: 1e300 }, en['home.updating'], '$3,000.00'],
    ['is of a time to come', { status: 'stale', readAt: 1e14 }, en['home.updating'], '$3,000.00'],
  ])('a total that %s says so', async (_, has, sentence, total) => {
    const { root } = await open({ has })
    expect(notes(root)).toContain(sentence)
    expect(root.textContent).toContain(total)
  })

  it('shows no amount that was not read: no zero stands in for it', async () => {
    const { root } = await open({ has: { list: [holding({ amount: null })], totalCents: null } })
    expect(rows(root)[0]?.textContent).toBe(`EtherEthereum${en['asset.balanceUnknown']}`)
  })

  it('says how to begin where there is nothing yet, and Receive is at hand', async () => {
    const { root, on } = await open({ has: { list: [holding({ amount: 0n })], totalCents: 0n } })
    expect(root.textContent).toContain(en['home.empty'])
    await click(control('button', en['home.receive']))
    expect(on.onReceive).toHaveBeenCalledOnce()
  })

  it('draws no more rows than a person asks for, of however many tokens', async () => {
    const list = Array.from({ length: 10_000 }, (_, index) => holding({ key: `${index}` }))
    const { root } = await open({ has: { list } })
    expect(rows(root)).toHaveLength(30)
    await click(control('button', say('home.more', { count: 30 })))
    expect(rows(root)).toHaveLength(60)
  })

  it.each([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['200 characters', 'W'.repeat(200)],
    ['an override of direction', '\u202eHTE'],
    ['nothing at all', ''],
  ])('takes a token whose name is %s as text of its own direction', async (_, name) => {
    const hostile: Holding = { ...watched, name, symbol: name, decimals: 255, amount: 2n ** 256n - 1n }
    const { root } = await open({ has: { list: [hostile] }, assets: [COIN] })
    expect(root.querySelector('img')).toBeNull()
    expect([...root.querySelectorAll('bdi')].some(it => it.textContent === name)).toBe(true)
    expect(root.textContent).toContain('< 0.000001')
  })

  it('says of a token that borrows a name that it is a copy, and gives it no known mark', async () => {
    const copy: Holding = { ...watched, symbol: 'USDC', name: 'USD Coin', borrows: 'USDC' }
    const { root } = await open({ has: { list: [copy] }, assets: [COIN] })
    expect(root.textContent).toContain(say('home.copy', { symbol: 'USDC' }))
    expect(root.innerHTML).not.toContain('#2775ca')
  })

  it('shows one network of several, and which one the site is on', async () => {
    const { root } = await open({ has: { list: [holding(), holding({ key: 'b', chain: BASE })] } })
    expect(root.textContent).toContain(say('home.siteNetwork', { network: 'Ethereum' }))
    const select = root.querySelector('select') as HTMLSelectElement
    expect([...select.options].map(({ text }) => text)).toEqual([en['home.allNetworks'], 'Ethereum', 'Base'])
    await act(async () => {
      select.value = '8453'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    expect(rows(root).map(row => row.textContent)).toEqual(['EtherBase1.5 ETH$3,000.00'])
  })

  it('tells a test network from others', async () => {
    const sepolia = { ...BASE, id: 11_155_111, name: 'Sepolia', isTestnet: true }
    const { root } = await open({ has: { list: [holding({ chain: sepolia, price: null })] } })
    expect(rows(root)[0]?.textContent).toBe(`EtherSepolia${en['home.testnet']}1.5 ETH`)
  })

  it('a token that the person added goes at once when they do not want it, and no other has a button for that', async () => {
    const { root, kept } = await open({ has: { list: [holding(), watched] }, assets: [COIN] })
    await click(control('button', say('asset.remove', { token: 'TUSD' })))
    expect(kept.all.get()).toEqual([])
    expect(rows(root).map(row => row.textContent)).toEqual(['EtherEthereum1.5 ETH$3,000.00'])
    expect(hasButton(say('asset.remove', { token: 'ETH' }))).toBe(false)
  })

  it('NFTs are a count, and each that was added can be taken away', async () => {
    const { root, kept } = await open({ has: { nfts: 1 }, assets: [NFT] })
    expect(root.querySelector('summary')?.textContent).toBe(say('home.nfts', { count: 1 }))
    await click(control('button', say('asset.remove', { token: 'ART #7' })))
    expect(kept.all.get()).toEqual([])
    expect(root.querySelector('summary')).toBeNull()
  })

  it('another wallet is a press away where there are several', async () => {
    const { root, on } = await open({ wallets: [wallet, externalWallet] })
    const name = say('home.switch', { wallet: en['account.wallet'] })
    expect(control('button', name).getAttribute('aria-expanded')).toBe('false')
    await click(control('button', name))
    const others = [...root.querySelectorAll<HTMLElement>('ul button')]
    expect(others.map(it => it.getAttribute('aria-current'))).toEqual(['true', 'false'])
    await click(others[1] as HTMLElement)
    expect(on.onSelect).toHaveBeenCalledExactlyOnceWith(externalWallet)
    expect(control('button', name).getAttribute('aria-expanded')).toBe('false')
  })

  it('what happened stands with its state in words, the other side, who asked, and its explorer', async () => {
    const { root } = await open({ list: [activity({ status: 'failed' })] })
    const text = root.querySelector('section:last-of-type li')?.textContent
    for (const part of [
      'Send 89 TUSD',
      '−89 TUSD',
      en['activity.failed'],
      'To 0x709…79C8',
      say('activity.askedBy', { site: 'https://shop.example' }),
    ])
      expect(text).toContain(part)
    const link = root.querySelector('a')
    expect(link?.href).toBe('https://explorer.example/tx/0x01')
    expect(link?.rel).toBe('noopener noreferrer')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', null])('links to no explorer %j', async explorerUrl => {
    const { root } = await open({ list: [activity({ explorerUrl })] })
    expect(root.querySelector('a')).toBeNull()
  })

  it('what little is known of it is told all the same', async () => {
    const unknown = { headline: null, amount: null, party: null, askedBy: null, at: 1e300 } as const
    const { root } = await open({ list: [activity({ ...unknown, way: 'in', status: 'unknown' })] })
    const text = root.querySelector('section:last-of-type li')?.textContent
    expect(text).toBe(en['activity.received'] + en['activity.unknown'])
  })

  it('one that waits can be sped up or cancelled, each by a button that names it', async () => {
    const onReplace = vi.fn()
    const waiting = activity({ status: 'pending', replaceable: ['speed-up', 'cancel'] })
    await open({ list: [waiting, activity({ id: '0x02' })], onReplace })
    const what = 'Send 89 TUSD'
    await click(control('button', say('activity.speedUpThis', { what })))
    await click(control('button', say('activity.cancelThis', { what })))
    expect(onReplace.mock.calls).toEqual([
      [waiting, 'speed-up'],
      [waiting, 'cancel'],
    ])
  })

  it('one whose key another app has cannot be replaced here', async () => {
    const { root } = await open({ list: [activity({ status: 'pending', replaceable: ['speed-up'] })] })
    expect(root.textContent).not.toContain(en['activity.speedUp'])
  })

  it('shows the latest, and leads to the rest', async () => {
    const list = Array.from({ length: 9 }, (_, index) => activity({ id: `0x${index}` }))
    const { root, on } = await open({ list })
    expect(root.querySelectorAll('section:last-of-type li')).toHaveLength(3)
    await click(control('button', en['activity.all']))
    expect(on.onActivity).toHaveBeenCalledOnce()
  })
})
