import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createStore, type Store } from '../../../../core/store.ts'
import type { Activity, Holding, Holdings } from '../../../../portfolio/ports.ts'
import { type Kernel, KernelContext } from '../../../../ui/kernel-context.ts'
import { ShellContext } from '../../../../ui/shell-context.ts'

export const ETHEREUM = { type: 'ethereum', id: 1, name: 'Ethereum', isTestnet: false } as const
export const BASE = { type: 'ethereum', id: 8453, name: 'Base', isTestnet: false } as const

/** 1.5 ETH at $2,000, unless the test says otherwise. */
export const holding = (own: Partial<Holding> = {}): Holding => ({
  key: 'ETH',
  chain: ETHEREUM,
  token: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  amount: 1_500_000_000_000_000_000n,
  price: { answer: 200_000_000_000n, decimals: 8 },
  logoUrl: null,
  origin: 'native',
  borrows: null,
  ...own,
})

export const holdings = (own: Partial<Holdings> = {}): Holdings => ({
  status: 'fresh',
  readAt: null,
  isRefreshing: false,
  list: [holding()],
  totalCents: 300_000n,
  isTotalPartial: false,
  nfts: 0,
  unreachable: [],
  ...own,
})

export const activity = (own: Partial<Activity> = {}): Activity => ({
  id: '0x01',
  chain: ETHEREUM,
  status: 'done',
  way: 'out',
  headline: 'Send 89 TUSD',
  amount: '−89 TUSD',
  party: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  askedBy: 'https://shop.example',
  at: Date.UTC(2026, 0, 2),
  explorerUrl: 'https://explorer.example/tx/0x01',
  ...own,
})

const source = <T,>(first: T) => {
  const store: Store<T> = createStore(first)
  return { store, refresh: async () => {}, stop() {} }
}

/** What a wallet has, as the test says it, and changes it. */
export const portfolio = (first: Holdings, list: readonly Activity[] = []) => ({
  holdings: source(first),
  activity: source({ status: 'done' as 'done' | 'reading', list }),
})

const drawn: Root[] = []

/** Ends what was drawn, and all that it does by itself. */
export const endDrawn = () =>
  act(async () => {
    for (const root of drawn.splice(0)) root.unmount()
  })

/** Draws a part of a screen. */
export async function draw(kernel: Kernel, part: ReactNode) {
  const root = document.createElement('div')
  document.body.append(root)
  const shell = { leave: { current: null }, height: { current: null } }
  const made = createRoot(root)
  drawn.push(made)
  await act(async () =>
    made.render(
      <KernelContext value={kernel}>
        <ShellContext value={shell}>{part}</ShellContext>
      </KernelContext>,
    ),
  )
  return root
}
