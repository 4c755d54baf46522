// @vitest-environment jsdom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { DEFAULT_WALLET_LIST } from '../../config/wallet-list.ts'
import { click, control, hasButton, mountScreens, title, useBrowser } from '../../ui/testing/dom.ts'
import { fakeKernel } from '../../ui/testing/fake-kernel.ts'
import {
  ADDRESS,
  type FakeWalletsOptions,
  fakeConnection,
  fakeWallets,
  relayed,
} from '../../wallet-login/testing/fake-wallets.ts'
import { en } from '../../words/en.ts'
import type { ScreenRequest } from '../registry.ts'
import '../session-request.tsx'
import './screen.tsx'

useBrowser()

type Request = Extract<ScreenRequest, { kind: 'connect-wallet' }>

const metamask = relayed()
const phantom = relayed({ name: 'Phantom', id: 'app.phantom' })
const phantomSolana = relayed({ name: 'Phantom', chainType: 'solana' })

async function open(wallets: FakeWalletsOptions = {}, own: Partial<Request> = {}) {
  const fake = fakeWallets({ detected: [metamask], ...wallets })
  const kernel = fakeKernel({ externalWallets: async () => fake })
  const request: Request = {
    id: '1',
    kind: 'connect-wallet',
    entries: DEFAULT_WALLET_LIST,
    chainTypes: ['ethereum', 'solana'],
    description: null,
    preselected: null,
    hidesHeader: false,
    ...own,
  }
  await mountScreens(kernel)
  await act(async () => kernel.show(request))
  return { kernel, fake }
}
const names = () => [...document.querySelectorAll('ul bdi:not([dir])')].map(({ textContent }) => textContent)
const search = () => document.querySelector<HTMLInputElement>(`input[aria-label="${en['ownWallet.search']}"]`)
async function type(text: string) {
  const field = search()
  if (!field) throw new Error('There is no field to search')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

it('connects the wallet that is chosen, and tells the page which', async () => {
  const { kernel, fake } = await open()
  await vi.waitFor(() => expect(title()).toBe(en['ownWallet.connectTitle']))
  await click(control('button', 'MetaMask'))
  await vi.waitFor(() => expect(title()).toBe(en['ownWallet.success']))
  const wallet = {
    address: ADDRESS,
    chainType: 'ethereum',
    walletClientType: 'metamask',
    connectorType: 'injected',
  }
  expect(kernel.outcomes).toEqual([
    {
      resolved: {
        wallet: { ...wallet, walletIndex: null, imported: false, delegated: false, recoveryMethod: null },
      },
    },
  ])
  expect(fake.kept).toHaveLength(1)
})

it('finds a wallet by its name, and says where there is none', async () => {
  const entries = ['detected_wallets', 'metamask', 'rainbow', 'zerion', 'uniswap', 'okx_wallet'] as const
  await open({ detected: [metamask, phantom] }, { entries })
  await vi.waitFor(() => expect(names().slice(0, 2)).toEqual(['Phantom', 'MetaMask']))
  await type('rain')
  expect(names()).toEqual(['Rainbow'])
  await type('zzz')
  expect(document.body.textContent).toContain(en['ownWallet.none'])
  expect(document.body.textContent).toContain(en['ownWallet.noneSearch'])
})

it('says what to do where there is no wallet at all', async () => {
  await open({ detected: [] }, { entries: ['detected_ethereum_wallets'] })
  await vi.waitFor(() => expect(document.body.textContent).toContain(en['ownWallet.noneHelp']))
  expect(search()).toBeNull()
})

it('leads to wallets that are not here, in a tab that knows nothing of this one', async () => {
  await open({ detected: [] }, { entries: ['metamask'] })
  const label = `a[aria-label="${en['ownWallet.getLabel'].replace('{wallet}', 'MetaMask')}"]`
  await vi.waitFor(() => expect(document.querySelector(label)).not.toBeNull())
  const link = document.querySelector<HTMLAnchorElement>(label)
  expect([link?.href, link?.rel, link?.target]).toEqual([
    'https://metamask.io/download',
    'noopener noreferrer',
    '_blank',
  ])
  expect(hasButton('MetaMask')).toBe(false)
})

it('asks which chain a wallet of both is for', async () => {
  const { fake } = await open({ detected: [phantom, phantomSolana] })
  await vi.waitFor(() => expect(hasButton('Phantom')).toBe(true))
  await click(control('button', 'Phantom'))
  expect(title()).toBe(en['ownWallet.chainTitle'])
  await click(control('button', 'Solana'))
  await vi.waitFor(() => expect(fake.kept).toHaveLength(1))
  expect(fake.kept[0]?.chainType).toBe('solana')
})

it('goes at once to the wallet that the page names, and back to the list', async () => {
  await open({ connect: () => new Promise(() => {}) }, { preselected: 'metamask' })
  await vi.waitFor(() => expect(title()).toBe('Open MetaMask'))
  await click(control('button', en['action.back']))
  expect(title()).toBe(en['ownWallet.connectTitle'])
})

it('keeps room for the wallets while the page is asked, and shows them as they come', async () => {
  const { fake } = await open()
  await act(async () => fake.setDetected({ status: 'looking', wallets: [] }))
  expect(names()).toEqual([])
  expect(document.querySelector('[role="status"]')?.textContent).toBe(en['ownWallet.looking'])
  await act(async () => fake.setDetected({ status: 'known', wallets: [metamask] }))
  expect(names()[0]).toBe('MetaMask')
})

it('offers another try where the wallet does not answer', async () => {
  vi.useFakeTimers()
  try {
    const connect = vi.fn(() => new Promise<never>(() => {}))
    await open({ connect })
    await act(async () => vi.advanceTimersByTime(0))
    await click(control('button', 'MetaMask'))
    expect(hasButton(en['action.tryAgain'])).toBe(false)
    await act(async () => vi.advanceTimersByTime(4_000))
    await click(control('button', en['action.tryAgain']))
    expect(connect).toHaveBeenCalledTimes(2)
    expect(hasButton(en['action.tryAgain'])).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

it('whoever leaves has declined', async () => {
  const { kernel } = await open()
  await vi.waitFor(() => expect(hasButton('MetaMask')).toBe(true))
  await click(control('button', en['action.close']))
  expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
})

it('a wallet that is connected already is there first, and is not asked again', async () => {
  const connection = fakeConnection({ wallet: phantom })
  const connected = [
    { address: ADDRESS, chainType: 'ethereum' as const, chainId: 1, connection, connectedAt: 0 },
  ]
  const connect = vi.fn(() => new Promise<never>(() => {}))
  const { fake } = await open({ detected: [metamask, phantom], connected, connect })
  await vi.waitFor(() => expect(names()[0]).toBe('Phantom'))
  await click(control('button', 'Phantom'))
  await vi.waitFor(() => expect(fake.kept).toEqual([connection]))
  expect(connect).not.toHaveBeenCalled()
})
