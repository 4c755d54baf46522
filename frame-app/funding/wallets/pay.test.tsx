// @vitest-environment jsdom
import { BRIDGE_QUOTE_PATH, TRANSFER_CLAIM_PATH, TRANSFER_SENT_PATH } from '@vitrine/shared/api/funding.ts'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../approval/testing/fake-network.ts'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import { walletFailure } from '../../external-wallets/wallet-failure.ts'
import { MULTICALL } from '../../portfolio/ethereum/read-calls.ts'
import type { Calls } from '../../session/calls.ts'
import { KernelContext } from '../../ui/kernel-context.ts'
import { Shell } from '../../ui/shell.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  pressGuarded,
  title,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { externalWallet, fakeCalls, fakeKernel, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { fakeConnection, fakeWallets } from '../../wallet-login/testing/fake-wallets.ts'
import { say } from '../../words/say.ts'
import type { BegunTransfer } from './begun-transfer.ts'
import { Pay } from './pay.tsx'
import { begunTransfer, quote, simulated, USDC, usdcRequest } from './testing/funding.ts'

useBrowser()

const roots: Root[] = []
afterEach(() =>
  act(async () => {
    for (const root of roots.splice(0)) root.unmount()
  }),
)

const HASH = `0x${'ab'.repeat(32)}` as const
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: string) => `0x${value.padStart(64, '0')}`

interface Scene {
  /** Of the payer, in millionths; `null`: no node tells. */
  readonly held?: bigint | null
  readonly send?: EthereumNetwork['send']
  readonly begun?: BegunTransfer
  readonly isBridging?: boolean
  /** The second network waits for this before it tells a balance. */
  readonly elsewhere?: Promise<unknown>
  /** What the chain says of the transaction. */
  readonly receipt?: 'none' | 'arrived' | 'reverted'
  /** What a bridge's contract would take besides. */
  readonly theft?: bigint
  /** What the server answers, by path; of several the last one for ever. */
  readonly answers?: Readonly<Record<string, object | object[]>>
}

async function open({
  held = 12_500_000n,
  send,
  begun,
  isBridging = false,
  elsewhere = Promise.resolve(),
  receipt = 'none',
  theft = 0n,
  answers = {},
}: Scene = {}) {
  const usdc = {
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    address: USDC,
    logoUrl: null,
    priceFeed: null,
  } as const
  const network = (id: number, name: string, balance: bigint): EthereumNetwork => {
    const base = fakeNetwork({
      chain: { id, name, tokens: [usdc] },
      tokens: { [USDC]: { symbol: 'USDC', decimals: 6, balance } },
      ...(send && { send }),
    })
    const logs = [
      { address: USDC, topics: [TRANSFER, word('1'), word(wallet.address.slice(2))], data: '0x989680' },
    ]
    return {
      ...base,
      async request<T>(method: string, params: readonly unknown[]): Promise<T> {
        if (method === 'eth_getTransactionCount') return '0x3' as T
        if (method === 'eth_getBalance') return '0xde0b6b3a7640000' as T
        if (method === 'eth_getTransactionReceipt')
          return (receipt === 'none' ? null : { status: receipt === 'arrived' ? '0x1' : '0x0', logs }) as T
        if (held === null) throw new TypeError('Away')
        if (id === 8453) await elsewhere
        if (method === 'eth_simulateV1') return simulated(params[0], { theft }) as T
        // The chain has no Multicall3: each is asked for alone.
        if ((params[0] as { to?: string } | undefined)?.to === MULTICALL) return '0x' as T
        return base.request<T>(method, params)
      },
    }
  }
  const posted: [string, object][] = []
  const postAuthorized: Calls['postAuthorized'] = async (path, body, answer) => {
    posted.push([path, body])
    const isFirst = posted.filter(it => it[0] === TRANSFER_CLAIM_PATH).length === 1
    const known = { [TRANSFER_CLAIM_PATH]: { isFirst, transactionHash: null }, ...answers }
    const told = known[path as keyof typeof known] ?? { success: true }
    return answer.parse(Array.isArray(told) ? (told.length > 1 ? told.shift() : told[0]) : told)
  }
  const line = fakeConnection({ address: externalWallet.address })
  const wallets = { ...fakeWallets(), connectionOf: () => line }
  const chains = [network(1, 'Ethereum', held ?? 0n), network(8453, 'Base', 50_000_000n)]
  const kernel = fakeKernel({
    ethereum: async () => fakeNetworks(...chains),
    externalWallets: async () => wallets,
    connected: { get: () => connected, subscribe: () => () => {} },
    operations: { calls: fakeCalls({ postAuthorized }) },
  })
  kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
  const kept = kernel.keptOfUser('transfers', wallet.address)
  if (begun) kept.write(JSON.stringify([begun]))
  const told = { done: vi.fn(), back: vi.fn(), close: vi.fn() }
  await import('../../requests/send-transaction/screen.tsx')
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  roots.push(root)
  await act(async () =>
    root.render(
      <KernelContext value={kernel}>
        <Shell>
          <Pay
            amount={10_000_000n}
            onBack={told.back}
            onClose={told.close}
            onDone={told.done}
            request={usdcRequest({ isBridgingEnabled: isBridging })}
            wallets={wallets}
          />
        </Shell>
      </KernelContext>,
    ),
  )
  return { told, posted, kept: () => JSON.parse(kept.read() ?? '[]') as BegunTransfer[] }
}
const connected = { wallets: [externalWallet], active: null }
const text = () => document.body.textContent
const row = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(it => it.textContent?.includes(name))
  if (!found) throw new Error(`No row is named "${name}"`)
  return found
}
async function toSource() {
  await click(row('MetaMask'))
  await until(() => expect(text()).toMatch(/Balance|can’t|couldn’t/))
}
async function toApproval() {
  await toSource()
  await click(control('button', say('fundWallets.review')))
  await until(() => expect(hasButton(say('action.approve'))).toBe(true))
}

it('lists the person’s other wallets, and not the one that is funded', async () => {
  const { told } = await open()
  expect(title()).toBe(say('fundWallets.choose'))
  expect(text()).toContain('10 USDC')
  expect([...document.querySelectorAll('button')].filter(it => it.textContent?.includes('0x'))).toHaveLength(
    1,
  )
  await click(control('button', say('action.back')))
  expect(told.back).toHaveBeenCalledOnce()
})

it('pays once the person approves, and tells what arrived by the chain', async () => {
  const { told, posted, kept } = await open({ send: async () => ({ hash: HASH }), receipt: 'arrived' })
  await toApproval()
  await pressGuarded(say('action.approve'))
  await until(() => expect(told.done).toHaveBeenCalled())
  expect(told.done).toHaveBeenCalledWith({
    ...{ transactionHash: HASH, amount: '10', metadata: { walletClientType: 'metamask' } },
  })
  const [claim, sent] = posted.filter(([path]) => path.includes('transfers'))
  expect([claim?.[0], sent?.[0], sent?.[1]]).toEqual([
    ...[TRANSFER_CLAIM_PATH, TRANSFER_SENT_PATH],
    expect.objectContaining({ transactionHash: HASH }),
  ])
  expect(kept()).toEqual([])
})

it('who leaves the approval is where they were, and nothing was claimed', async () => {
  const { posted } = await open()
  await toApproval()
  await click(control('button', say('action.reject')))
  expect(title()).toBe(say('fundWallets.title', { wallet: 'MetaMask' }))
  expect(posted).toEqual([])
})

it('a no in the wallet gives the claim back, and says so', async () => {
  const refusal = walletFailure(
    { code: 4001, message: '' },
    { verb: 'eth_sendTransaction', wallet: 'MetaMask' },
  )
  const { posted, kept } = await open({ send: () => Promise.reject(refusal) })
  await toApproval()
  await pressGuarded(say('action.approve'))
  await until(() => expect(alertText()).toContain('MetaMask'))
  expect(posted.at(-1)?.[1]).toMatchObject({ transactionHash: null })
  expect(kept()).toEqual([])
})

it('a wallet that was left with the question open is not asked again before the person says what it did', async () => {
  const { kept } = await open({
    send: (_wallet, _prepared, signal) =>
      new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason))),
  })
  await toApproval()
  await pressGuarded(say('action.approve'))
  await until(() => expect(kept()).toHaveLength(1))
  await click(control('button', say('action.close')))
  await until(() => expect(title()).toBe(say('fundWallets.answerTitle', { wallet: 'MetaMask' })))
  expect(hasButton(say('fundWallets.review'))).toBe(false)
})

it('what was asked for elsewhere is followed, and not asked for here', async () => {
  const send = vi.fn()
  await open({ send, answers: { [TRANSFER_CLAIM_PATH]: { isFirst: false, transactionHash: null } } })
  await toApproval()
  await pressGuarded(say('action.approve'))
  await until(() => expect(text()).toContain(say('fundWallets.elsewhere')))
  expect(send).not.toHaveBeenCalled()
})

it('at the person’s word an unanswered transfer may be asked for again', async () => {
  const { posted, kept } = await open({
    begun: begunTransfer(),
    held: 0n,
    answers: { [TRANSFER_CLAIM_PATH]: { isFirst: false, transactionHash: null } },
  })
  expect(title()).toBe(say('fundWallets.answerTitle', { wallet: 'MetaMask' }))
  expect(text()).toContain(say('fundWallets.declinedMeaning', { wallet: 'MetaMask' }))
  await click(control('button', say('fundWallets.declined')))
  await until(() => expect(title()).toBe(say('fundWallets.choose')))
  expect(posted.at(-1)).toEqual([
    TRANSFER_SENT_PATH,
    { transferId: begunTransfer().transferId, transactionHash: null },
  ])
  expect(kept()).toEqual([])
})

it('one that failed on the chain says what is gone, and begins anew', async () => {
  await open({ begun: begunTransfer({ sent: HASH }), receipt: 'reverted' })
  await until(() => expect(title()).toBe(say('fundWallets.endTitle')))
  expect(alertText()).toBe(say('fundWallets.end.reverted', { network: 'Ethereum' }))
  await click(control('button', say('fundWallets.again')))
  expect(title()).toBe(say('fundWallets.choose'))
})

it('a balance that no node tells is not taken for nothing', async () => {
  await open({ held: null })
  await toSource()
  expect(alertText()).toBe(say('fundWallets.unknown', { network: 'Ethereum' }))
  expect(hasButton(say('fundWallets.again'))).toBe(true)
})

it('too little leads nowhere without a bridge, and to other networks with one', async () => {
  await open({ held: 1n })
  await toSource()
  expect(alertText()).toBe(say('fundWallets.short', { network: 'Ethereum' }))
  expect(hasButton(say('fundWallets.review'))).toBe(false)
})

it('says "too little" once the other networks were read, too', async () => {
  let answer = () => {}
  const elsewhere = new Promise<void>(resolve => {
    answer = resolve
  })
  const alerts = vi.fn()
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role=alert]')) alerts()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await open({ held: 1n, isBridging: true, elsewhere })
  await click(row('MetaMask'))
  await until(() => expect(text()).toContain(say('fundWallets.reading')))
  await act(async () => answer())
  await until(() => expect(text()).toContain('50 USDC'))
  observer.disconnect()
  expect(alerts).not.toHaveBeenCalled()
  expect(text()).toContain(say('fundWallets.short', { network: 'Ethereum' }))
})

it('a bridge’s price is read before anything is approved', async () => {
  const answer = { ...quote(), expiresAt: Date.now() + 30_000 }
  const { posted } = await open({ held: 1n, isBridging: true, answers: { [BRIDGE_QUOTE_PATH]: answer } })
  await toSource()
  await click(row('50 USDC'))
  await until(() => expect(text()).toContain('10.1 USDC'))
  expect(posted).toEqual([
    [
      BRIDGE_QUOTE_PATH,
      {
        from: { address: externalWallet.address, chain: 'eip155:8453', currency: USDC },
        to: { address: wallet.address, chain: 'eip155:1', currency: USDC },
        amount: '10000000',
      },
    ],
  ])
  for (const fact of ['9.9 USDC', '$0.25', 'About 12 seconds', say('fundWallets.twoSteps')])
    expect(text()).toContain(fact)
  await click(control('button', say('action.back')))
  expect(title()).toBe(say('fundWallets.title', { wallet: 'MetaMask' }))
})

it('a price that ran out and rose is asked about anew; one that did not rise goes on by itself', async () => {
  const over = { ...quote(), expiresAt: Date.now() - 1 }
  const dearer = { ...quote({ amountIn: '10100001' }), expiresAt: Date.now() - 1 }
  const same = { ...dearer, expiresAt: Date.now() + 60_000 }
  const { posted } = await open({
    held: 1n,
    isBridging: true,
    answers: { [BRIDGE_QUOTE_PATH]: [over, dearer, same] },
  })
  await toSource()
  await click(row('50 USDC'))
  await until(() => expect(text()).toContain('10.1 USDC'))
  await click(control('button', say('fundWallets.review')))
  await until(() => expect(alertText()).toBe(say('fundWallets.changed')))
  expect(text()).toContain('10.100001 USDC')
  await click(control('button', say('fundWallets.review')))
  await until(() => expect(hasButton(say('action.approve'))).toBe(true))
  expect(posted.map(([path]) => path)).toEqual([BRIDGE_QUOTE_PATH, BRIDGE_QUOTE_PATH, BRIDGE_QUOTE_PATH])
})

it('an offer that the wallet should not sign is not shown', async () => {
  const answer = { ...quote({ amountIn: '1' }), expiresAt: Date.now() + 30_000 }
  await open({ held: 1n, isBridging: true, answers: { [BRIDGE_QUOTE_PATH]: answer } })
  await toSource()
  await click(row('50 USDC'))
  await until(() => expect(alertText()).toContain('asks for an allowance over more than it takes'))
  expect(hasButton(say('fundWallets.review'))).toBe(false)
})

it('an offer that would take more by simulation is not shown', async () => {
  const answer = { ...quote(), expiresAt: Date.now() + 30_000 }
  await open({ held: 1n, isBridging: true, theft: 1n, answers: { [BRIDGE_QUOTE_PATH]: answer } })
  await toSource()
  await click(row('50 USDC'))
  await until(() => expect(alertText()).toContain('would take something besides its price'))
  expect(hasButton(say('fundWallets.review'))).toBe(false)
})
