// @vitest-environment jsdom

import { withSignature } from '@vitrine/shared/chains/solana-message.ts'
import { base58Text, base64Bytes, base64Text } from '@vitrine/shared/encoding.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { insufficientFunds } from '../../approval/approval-failure.ts'
import type { SolanaNetwork, SolanaNetworks } from '../../chains/solana/ports.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { UNBROKEN_MS } from '../../ui/approval-guard.ts'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  seeCritical,
  seeForLong,
  title,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { wallet as ethereumWallet, fakeCalls, fakeKernel, user } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import type { SolanaTransactionRequest } from './request.ts'

const bytesOf = (text: string) => base64Bytes(text) ?? new Uint8Array()

/** 1.5 SOL from the first address to the second, unsigned, as web3.js writes it (jsdom's own `Uint8Array` it does not take). */
const ADDRESS = '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe'
const other = 'AKkzLhjhyFtM9j7WAhbaqYpFe49cXeJBg2kzLRC2PnNa'
const transaction = bytesOf(
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAEDbnoc3Smwt4/ROvTFWY/v9O8qlxZuPKby5Pv8zYBQW/GKh1//HrOEUVd6zVr+5AVFZWjdfIngkIY6BVe8evSfFwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAAC9oWQAAAAA=',
)
const wallet: HeldWallet = { ...ethereumWallet, chainType: 'solana', address: ADDRESS }
const signed = withSignature(transaction, 0, new Uint8Array(64).fill(7))

const request: SolanaTransactionRequest = {
  id: '1',
  kind: 'solana-transaction',
  wallet,
  chain: 'solana:devnet',
  transactions: [transaction],
  mode: 'send',
  options: {},
  uiOptions: {},
}

/** Longer than a success stays. */
const SUCCESS_MS = 3_000

/** A network that knows a balance, and takes what it is sent. */
function network(over: Partial<SolanaNetwork> = {}): SolanaNetwork {
  return {
    cluster: {
      chain: 'solana:devnet',
      rpcUrl: 'https://rpc.example',
      socketUrl: null,
      blockExplorerUrl: null,
    },
    accounts: async addresses =>
      new Map(addresses.map(it => [it, { lamports: 5_000_000_000n, owner: '', data: new Uint8Array() }])),
    latestBlockhash: async () => '11111111111111111111111111111111',
    fee: async () => 5_000n,
    simulate: async () => null,
    broadcast: async () => 'signature',
    signatures: async () => [],
    confirm: async () => {},
    ...over,
  }
}

async function open(
  over: Partial<SolanaTransactionRequest> = {},
  net: SolanaNetwork | null = network(),
  scanner?: (...call: never[]) => Promise<unknown>,
  isScanning = scanner !== undefined,
) {
  const perform = vi.fn(async (_wallet: HeldWallet, { params }: { params: { transaction: string } }) => ({
    signed_transaction: base64Text(withSignature(bytesOf(params.transaction), 0, new Uint8Array(64).fill(7))),
    encoding: 'base64',
  }))
  const networks: SolanaNetworks = {
    clusters: [],
    of: () => net,
    sent: { get: () => [], subscribe: () => () => {} },
    resume: () => {},
  }
  const kernel = fakeKernel({
    operations: {
      perform: perform as never,
      ...(scanner && { calls: fakeCalls({ postAuthorized: scanner as never }) }),
    },
    ...(isScanning && { config: withScanning() }),
    solana: async () => networks,
  })
  // Ahead, so that showing it takes no time.
  await import('./screen.tsx')
  await mountScreens(kernel)
  await act(async () => kernel.show({ ...request, ...over }))
  await until(() => expect([say('approval.windowTitle'), kernel.app.name]).not.toContain(title()))
  return { kernel, perform }
}

const withScanning = () => {
  const { embeddedWallets } = fakeKernel().config.get()
  return {
    embeddedWallets: { ...embeddedWallets, transactionScanning: { enabled: true, domain: 'bank.example' } },
  }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** As a person does: waits until the button was seen long enough, and presses it. */
async function approve() {
  vi.useFakeTimers()
  await seeCritical()
  await seeForLong()
  await pass(UNBROKEN_MS + 1)
  await act(async () => {
    const button = control('button', 'Approve')
    const name = Object.keys(button).find(it => it.startsWith('__reactProps$')) ?? ''
    const props: { onClick(event: unknown): void } = Reflect.get(button, name)
    props.onClick({ nativeEvent: { isTrusted: true } })
  })
}

describe('approving a Solana transaction', () => {
  useBrowser()

  it('says who asks, what leaves, to whom, and what it costs', async () => {
    await open()
    const text = document.body.textContent
    expect(title()).toBe('Send 1.5 SOL')
    expect(text).toContain('https://shop.example')
    expect(text).toContain(other)
    expect(text).toContain('0.000005 SOL')
    expect(text).toContain('1.500005 SOL')
    expect(text).toContain('3.499995 SOL')
    await click(control('button', 'Details'))
    expect(document.body.textContent).toContain('Solana Devnet')
  })

  it('signs, sends, waits for the network, and answers', async () => {
    let confirm = () => {}
    const confirmed = new Promise<void>(resolve => {
      confirm = resolve
    })
    const { kernel, perform } = await open({}, network({ confirm: () => confirmed }))
    await approve()
    expect(perform).toHaveBeenCalledOnce()
    expect(document.body.textContent).toContain(say('solana.confirming'))
    confirm()
    await pass(0)
    expect(title()).toBe('Sent')
    const signature = base58Text(new Uint8Array(64).fill(7))
    expect(document.body.textContent).toContain(signature.slice(-8))
    expect(document.querySelector('a')).toMatchObject({
      href: `https://explorer.solana.com/tx/${signature}?cluster=devnet`,
      rel: 'noopener noreferrer',
    })
    expect(kernel.outcomes).toEqual([{ resolved: { signed: [signed] } }])
    await pass(SUCCESS_MS)
    expect(kernel.outcomes).toHaveLength(1)
  })

  it('that is on its way cannot be rejected any more: leaving answers with it', async () => {
    let confirm = () => {}
    const confirmed = new Promise<void>(resolve => {
      confirm = resolve
    })
    const { kernel } = await open({}, network({ confirm: () => confirmed }))
    await act(async () => kernel.setSession({ status: 'authenticated', user, wallets: [wallet] }))
    const remembered = vi.spyOn(kernel.recipients, 'write')
    await approve()
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ resolved: { signed: [signed] } }])
    // Its recipient is known from when it has arrived, seen or not.
    expect(remembered).not.toHaveBeenCalled()
    confirm()
    await pass(0)
    expect(remembered).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(other))
  })

  it('only signs where that is all that is asked', async () => {
    const broadcast = vi.fn(async () => 'signature')
    const { kernel } = await open({ mode: 'sign' }, network({ broadcast }))
    await approve()
    await pass(SUCCESS_MS)
    expect(kernel.outcomes).toEqual([{ resolved: { signed: [signed] } }])
    expect(broadcast).not.toHaveBeenCalled()
  })

  it('asks the operator’s scanner where the site wants it, and tells its verdict first', async () => {
    const asked: unknown[] = []
    const scanner = async (path: string, body: unknown, answer: { parse(value: unknown): unknown }) => {
      asked.push([path, body])
      return answer.parse({ validation: { status: 'Success', result_type: 'Malicious' } })
    }
    await open({}, network(), scanner)
    const text = document.body.textContent
    expect(text.indexOf(say('danger.malicious'))).toBeGreaterThan(-1)
    expect(text.indexOf(say('danger.malicious'))).toBeLessThan(text.indexOf(say('action.reject')))
    expect(asked).toEqual([
      [
        '/scan/transaction',
        {
          chain_id: 'solana:devnet',
          // Whatever name the page asks for: the app has no such site.
          metadata: { domain: 'shop.example' },
          request: { method: 'signAndSendTransaction', params: [base64Text(transaction)] },
        },
      ],
    ])
  })

  it('asks no scanner where the site does not want it', async () => {
    const scanner = vi.fn()
    await open({ mode: 'sign' }, network(), scanner, false)
    expect(scanner).not.toHaveBeenCalled()
    expect(document.body.textContent).not.toContain(say('approval.unscanned'))
  })

  it('says that the scanner did not answer, and goes on', async () => {
    await open({}, network(), async () => Promise.reject(new Error('away')))
    expect(document.body.textContent).toContain(say('approval.unscanned'))
    expect(title()).toBe('Send 1.5 SOL')
  })

  it('is rejected by Reject', async () => {
    const { kernel, perform } = await open()
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
    expect(perform).not.toHaveBeenCalled()
  })

  it('says what the network refused, and offers to try again', async () => {
    const broadcast = vi.fn(async () => {
      throw clientError('transaction_failure', 'The transaction has expired. Ask the site for a new one.')
    })
    await open({}, network({ broadcast }))
    await approve()
    expect(alertText()).toBe('The transaction has expired. Ask the site for a new one.')
    expect(hasButton('Try again')).toBe(true)
  })

  it('that costs more than there is cannot be approved', async () => {
    const accounts: SolanaNetwork['accounts'] = async addresses => new Map(addresses.map(it => [it, null]))
    const { kernel } = await open({}, network({ accounts }))
    expect(alertText()).toBe(say('solana.short'))
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([
      { rejected: 'insufficient_balance', message: insufficientFunds().message },
    ])
  })

  it.each([1, 3])(
    'signs %i transactions of an empty wallet without sending, and notes the shortage',
    async count => {
      const accounts: SolanaNetwork['accounts'] = async addresses => new Map(addresses.map(it => [it, null]))
      const transactions = Array<Uint8Array>(count).fill(transaction)
      const { kernel } = await open({ mode: 'sign', transactions }, network({ accounts }))
      expect(document.body.textContent).toContain(say('solana.shortNow'))
      expect(document.body.textContent).not.toContain(say('solana.short'))
      await approve()
      await pass(SUCCESS_MS)
      expect(kernel.outcomes).toEqual([{ resolved: { signed: Array(count).fill(signed) } }])
    },
  )

  it('of several that cost more than there is together cannot be approved', async () => {
    const transactions = [transaction, transaction, transaction, transaction]
    await open({ transactions: transactions.slice(0, 3) })
    expect(document.body.textContent).not.toContain(say('solana.short'))
    expect(control('button', 'Reject')).toBeTruthy()
    await open({ id: '2', transactions })
    expect(alertText()).toBe(say('solana.short'))
  })

  it('on a cluster without RPC warns that nothing was checked', async () => {
    await open({ mode: 'sign' }, null)
    expect(document.body.textContent).toContain(say('solana.danger.notChecked'))
    expect(title()).toBe('Send 1.5 SOL')
  })
})
