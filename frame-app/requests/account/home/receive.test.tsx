// @vitest-environment jsdom
import decode from 'qr/decode.js'
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../../approval/testing/fake-network.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { click, control, until, useBrowser } from '../../../ui/testing/dom.ts'
import { externalWallet, fakeKernel, wallet } from '../../../ui/testing/fake-kernel.ts'
import { en } from '../../../words/en.ts'
import { Receive } from './receive.tsx'
import { draw, endDrawn, holding, holdings, portfolio } from './testing/fixtures.tsx'

const solana: HeldWallet = {
  ...externalWallet,
  chainType: 'solana',
  address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
}

async function open(shown: HeldWallet = wallet) {
  const kernel = fakeKernel({ ethereum: async () => fakeNetworks(fakeNetwork({})) })
  const on = { onBack: vi.fn(), onClose: vi.fn(), onSelect: vi.fn() }
  const own = portfolio(holdings())
  const root = await draw(kernel, <Receive {...on} portfolio={own} wallet={shown} wallets={[shown]} />)
  return { root, on, own }
}

/** What a camera reads from the drawing, four pixels for a module. */
function scan(code: Element): string {
  const side = Number(code.getAttribute('viewBox')?.split(' ')[2])
  const size = side * 4
  const data = new Uint8Array(size * size * 4).fill(255)
  const drawn = code.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of drawn.matchAll(/M(\d+) (\d+)h/g))
    for (let row = 0; row < 4; row++)
      for (let column = 0; column < 4; column++) {
        const at = ((Number(y) * 4 + row) * size + Number(x) * 4 + column) * 4
        data.fill(0, at, at + 3)
      }
  return decode({ width: size, height: size, data })
}

describe('receive', () => {
  useBrowser()
  afterEach(endDrawn)

  it.each([wallet, solana])('is scanned, read and copied as one: $address', async shown => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { root } = await open(shown)
    const code = root.querySelector('[role="img"]') as Element
    expect(code.getAttribute('aria-label')).toBe(en['receive.code'])
    expect(scan(code)).toBe(shown.address)
    // Groups stand apart by space on the screen alone: who selects the text has the address.
    expect([...root.querySelectorAll('p')].map(it => it.textContent)).toContain(shown.address)
    await click(control('button', en['receive.copy']))
    expect(writeText).toHaveBeenCalledExactlyOnceWith(shown.address)
    const statuses = [...root.querySelectorAll('[role="status"]')].map(it => it.textContent)
    expect(statuses).toContain(en['action.copied'])
  })

  it('names the networks on which the address is the wallet’s, and warns of others', async () => {
    const { root } = await open()
    await until(() => expect(root.querySelectorAll('li')).toHaveLength(1))
    expect(root.querySelector('li')?.textContent).toBe('Ethereum')
    expect(root.textContent).toContain(en['receive.ethereum'])
    expect((await open(solana)).root.textContent).toContain(en['receive.solana'])
  })

  it('says when copying is blocked', async () => {
    const writeText = vi.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { root } = await open()
    await click(control('button', en['receive.copy']))
    expect(root.querySelector('[role="alert"]')?.textContent).toBe(en['address.copyFailed'])
  })

  it('tells what comes while its person looks, and nothing of what was there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { root, own } = await open()
    const told = () => [...root.querySelectorAll('[role="status"]')].map(it => it.textContent)
    await until(() => expect(told()).toContain(en['receive.watching']))
    own.holdings.store.set(holdings({ list: [holding({ amount: 2_000_000_000_000_000_000n })] }))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await until(() => expect(told()).toContain('0.5 ETH arrived on Ethereum'))
  })
})
