// @vitest-environment jsdom

import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { WatchedAsset } from '../../chains/ethereum/ports.ts'
import { UNBROKEN_MS } from '../../ui/approval-guard.ts'
import { click, control, mountScreens, title, until, useBrowser, watched } from '../../ui/testing/dom.ts'
import { fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import type { ScreenRequest } from '../registry.ts'

useBrowser()

type Request = Extract<ScreenRequest, { kind: 'watch-asset' }>
const COIN: WatchedAsset = {
  chainId: 1,
  owner: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  standard: 'ERC20',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  tokenId: null,
  symbol: 'TUSD',
  decimals: 6,
}
const CATS: WatchedAsset['address'] = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const CHAIN = {
  id: 1,
  name: 'Ethereum',
  rpcUrls: [],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  blockExplorerUrl: null,
  isTestnet: false,
}
async function open(over: Partial<Request> = {}) {
  const request: Request = {
    id: '1',
    kind: 'watch-asset',
    chain: CHAIN,
    asset: COIN,
    name: 'Test Dollar',
    balance: 2_500_000n,
    ...over,
  }
  const kernel = fakeKernel()
  // Ahead, so that showing it takes no time.
  await import('./screen.tsx')
  await mountScreens(kernel)
  await act(async () => kernel.show(request))
  await until(() => expect(document.body.textContent).toContain(kernel.hostOrigin))
  return kernel
}
const text = () => document.querySelector('[role="dialog"]')?.textContent ?? ''

it('tells who asks, what the contract says, where it is and what the wallet has', async () => {
  await open()
  expect(title()).toBe(say('asset.title'))
  for (const part of ['https://shop.example', 'TUSD', 'Test Dollar', COIN.address, 'Ethereum', '2.5 TUSD'])
    expect(text()).toContain(part)
  expect(document.querySelector('[role="alert"]')).toBeNull()
})

it('a borrowed symbol is pointed out before all else', async () => {
  await open({ asset: { ...COIN, symbol: 'USDC' } })
  expect(text()).toContain(say('danger.copiedToken', { symbol: 'USDC', address: '0x709…79C8' }))
})

it('so is the symbol of one of the operator’s own tokens', async () => {
  const own = { address: CATS, symbol: 'CATS', name: 'Cats', decimals: 6, logoUrl: null, priceFeed: null }
  const chain = { ...CHAIN, tokens: [own] }
  await open({ chain, asset: { ...COIN, symbol: 'САТS' } })
  expect(text()).toContain(say('danger.copiedToken', { symbol: 'CATS', address: '0x709…79C8' }))
})

it('the operator’s own token borrows nothing, whatever it is called', async () => {
  const own = { address: CATS, symbol: 'USDC', name: 'Dollars', decimals: 6, logoUrl: null, priceFeed: null }
  await open({
    chain: { ...CHAIN, tokens: [own] },
    asset: { ...COIN, address: CATS, symbol: 'USDC' },
  })
  expect(document.querySelector('[role="alert"]')).toBeNull()
})

it('a piece has its number, and a balance that nobody tells is called unknown', async () => {
  await open({
    asset: { ...COIN, standard: 'ERC721', tokenId: '7', decimals: null },
    balance: null,
    name: null,
  })
  expect(title()).toBe(say('asset.titleNft'))
  expect(text()).toContain('TUSD #7')
  expect(text()).toContain(say('asset.balanceUnknown'))
})

it('nothing is added by what covers it; in sight, Add does it', async () => {
  const kernel = await open()
  expect(control('button', say('asset.add')).hasAttribute('disabled')).toBe(true)
  const press = (isTrusted: boolean) =>
    act(async () => {
      const button = control('button', say('asset.add'))
      const name = Object.keys(button).find(it => it.startsWith('__reactProps$')) ?? ''
      const props: { onClick(event: unknown): void } = Reflect.get(button, name)
      props.onClick({ nativeEvent: { isTrusted } })
    })
  vi.useFakeTimers()
  await press(true)
  await act(async () => watched.at(-1)?.report({ isVisible: true }))
  await act(() => vi.advanceTimersByTimeAsync(UNBROKEN_MS + 1))
  await press(false)
  expect(kernel.outcomes).toEqual([])
  await press(true)
  expect(kernel.outcomes).toEqual([{ resolved: undefined }])
})

it('rejected is rejected', async () => {
  const kernel = await open()
  await click(control('button', say('action.reject')))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
})
