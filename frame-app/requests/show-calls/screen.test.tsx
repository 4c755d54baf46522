// @vitest-environment jsdom

import { act } from 'react'
import { expect, it } from 'vitest'
import type { CallStatus } from '../../chains/ethereum/ports.ts'
import { createStore } from '../../core/store.ts'
import { click, control, mountScreens, until, useBrowser } from '../../ui/testing/dom.ts'
import { fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import type { ScreenRequest } from '../registry.ts'

useBrowser()

const HASH = `0x${'ab'.repeat(32)}` as const
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function open(over: { readonly blockExplorerUrl?: string } = {}) {
  const statuses = createStore<readonly CallStatus[]>(['pending', 'unsent'])
  const request: ScreenRequest = {
    id: '1',
    kind: 'show-calls',
    batch: {
      id: 'mine',
      chainId: 1,
      from: TO,
      count: 2,
      hashes: [HASH],
      calls: [
        { to: TO, value: '0xde0b6b3a7640000' },
        { to: null, value: '0x0' },
      ],
    },
    chain: {
      id: 1,
      name: 'Ethereum',
      rpcUrls: [],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      blockExplorerUrl: over.blockExplorerUrl ?? 'https://explorer.example/',
      isTestnet: false,
    },
    statuses,
  }
  const kernel = fakeKernel()
  // Ahead, so that showing it takes no time.
  await import('./screen.tsx')
  await mountScreens(kernel)
  await act(async () => kernel.show(request))
  await until(() => expect(document.body.textContent).toContain('Ethereum'))
  const rows = () => [...document.querySelectorAll('ol > li')].map(row => row.textContent)
  return { kernel, statuses, rows }
}

it('lists each call with what it is and what became of it, as that changes', async () => {
  const { statuses, rows } = await open()
  expect(rows()[0]).toContain(say('calls.pending'))
  expect(rows()[0]).toContain('1 ETH')
  expect(rows()[0]).toContain(TO)
  expect(rows()[1]).toContain(say('calls.unsent'))
  expect(rows()[1]).toContain(say('calls.create'))
  await act(async () => statuses.set(['confirmed', 'unsent']))
  await until(() => expect(rows()[0]).toContain(say('calls.confirmed')))
  expect(document.querySelector('[role="status"]:not(:empty)')?.textContent).toBe(
    say('calls.summary', { done: 1, count: 2 }),
  )
})

it('leads to the explorer, and nowhere that is no web address', async () => {
  await open()
  expect(document.querySelector('ol a')?.getAttribute('href')).toBe(`https://explorer.example/tx/${HASH}`)
})

it('a page’s own explorer cannot be a script', async () => {
  await open({ blockExplorerUrl: 'javascript:alert(1)//' })
  expect(document.querySelector('ol a')).toBeNull()
})

it('ends without an error when it is closed', async () => {
  const { kernel } = await open()
  await click(control('button', say('action.done')))
  expect(kernel.outcomes).toEqual([{ resolved: undefined }])
})
