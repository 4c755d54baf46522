// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import { control, hasButton, press, title, until, useBrowser } from '../../ui/testing/dom.ts'
import { externalWallet, fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import { fakeNetwork, sentTransaction } from '../testing/fake-network.ts'
import { arm, fakePopup, hash, open, report, text } from '../testing/open-scene.ts'
import { FRESH_MS } from './use-fresh-fees.ts'

/** In wei; 0.21 dollars. */
const FEE = 10n ** 14n
const RISEN = say('approval.feeRisen', { before: '$0.20' })

/** A chain of which the fee is what the test says, and what was sent on it. */
function chain() {
  const now = { fee: FEE, isDown: false }
  const network = fakeNetwork({ price: 2_000 })
  const send = vi.fn<EthereumNetwork['send']>(async () => ({ hash }))
  const prepare: EthereumNetwork['prepare'] = async (...args) => {
    if (now.isDown) throw new Error('Offline.')
    return { ...(await network.prepare(...args)), maxFee: now.fee, expectedFee: now.fee }
  }
  const sentFees = () => send.mock.calls.map(([, prepared]) => prepared.maxFee)
  return { now, sentFees, network: { ...network, prepare, prepareToSign: prepare, send } }
}

/** So much time goes by, as far as intervals are concerned. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('while an approval is on screen', () => {
  useBrowser()

  async function standing(options: object = {}) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const one = chain()
    await open('tx-send', { network: one.network, ...options })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    return one
  }
  const approve = () => control('button', 'Approve') as HTMLButtonElement

  it('the fee is read again, and a small change leaves the button on', async () => {
    const { now } = await standing()
    await arm()
    expect(text()).toContain('$0.20')
    now.fee = (FEE * 12n) / 10n
    await pass(FRESH_MS)
    expect(text()).toContain('$0.24')
    expect(text()).not.toContain('$0.20')
    expect(approve().disabled).toBe(false)
  })

  it('it is not read while nobody can see it', async () => {
    const { now } = await standing()
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    now.fee = 2n * FEE
    await pass(2 * FRESH_MS)
    expect(text()).not.toContain('$0.40')
    hidden.mockRestore()
    await pass(FRESH_MS)
    expect(text()).toContain('$0.40')
  })

  it('more than 20 % above what was shown first is said, and the button is guarded anew', async () => {
    const { now } = await standing()
    await arm()
    now.fee = (FEE * 115n) / 100n
    await pass(FRESH_MS)
    expect(text()).not.toContain(RISEN)
    // Another 15 % at once: of the first fee it is more than 20.
    now.fee = (FEE * 130n) / 100n
    await pass(FRESH_MS)
    expect(text()).toContain(RISEN)
    expect(approve().disabled).toBe(true)
    await until(() => expect(approve().disabled).toBe(false))
  })

  it('a node that does not answer leaves what is shown', async () => {
    const { now } = await standing()
    now.isDown = true
    await pass(FRESH_MS)
    expect(text()).toContain('$0.20')
    expect(title()).toBe('Send 0.25 ETH')
  })
})

describe('when Approve is pressed', () => {
  useBrowser()

  it('the fee is read once more, and one that changed little is sent as it is now', async () => {
    const { now, sentFees, network } = chain()
    await open('tx-send', { network })
    await arm()
    now.fee = (FEE * 12n) / 10n
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Sent'))
    expect(sentFees()).toEqual([now.fee])
  })

  it('one that has gone up by more is shown, and sent after another press', async () => {
    const { now, sentFees, network } = chain()
    await open('tx-send', { network })
    await arm()
    now.fee = (FEE * 12n) / 10n + 1n
    await press(control('button', 'Approve'))
    await until(() => expect(text()).toContain(RISEN))
    expect(sentFees()).toEqual([])
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await report({ isVisible: true })
    await until(() => expect(control('button', 'Approve')).toHaveProperty('disabled', false))
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Sent'))
    expect(sentFees()).toEqual([now.fee])
  })

  it('one that has fallen is sent at once', async () => {
    const { now, sentFees, network } = chain()
    await open('tx-send', { network })
    await arm()
    now.fee = FEE / 2n
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Sent'))
    expect(sentFees()).toEqual([FEE / 2n])
  })

  it('a node that does not answer the question keeps nobody from sending what they saw', async () => {
    const { now, sentFees, network } = chain()
    await open('tx-send', { network })
    await arm()
    now.isDown = true
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Sent'))
    expect(sentFees()).toEqual([FEE])
  })

  it('a failure that the node foresees only now is shown before anything is sent', async () => {
    const { sentFees, network } = chain()
    let isLate = false
    const prepare: EthereumNetwork['prepare'] = async (...args) => ({
      ...(await network.prepare(...args)),
      warnings: isLate ? [{ kind: 'will-fail', reason: 'Sale is over' }] : [],
    })
    await open('tx-send', { network: { ...network, prepare } })
    await arm()
    isLate = true
    await press(control('button', 'Approve'))
    await until(() => expect(text()).toContain('Sale is over'))
    expect(sentFees()).toEqual([])
    expect(text()).not.toContain(RISEN)
  })
})

describe('between the transactions of a batch', () => {
  useBrowser()

  /** The first one is sent at `FEE`; `meanwhile` happens before it is in a block. */
  async function sendFirst(meanwhile: (now: ReturnType<typeof chain>['now']) => void) {
    const { now, sentFees, network } = chain()
    const wait = vi.fn<EthereumNetwork['wait']>(async () => {
      if (wait.mock.calls.length === 1) meanwhile(now)
      return sentTransaction(hash, 1)
    })
    await open('calls', { network: { ...network, wait } })
    await arm()
    await press(control('button', 'Approve'))
    return { sentFees }
  }

  it('a small change goes with the next one', async () => {
    const { sentFees } = await sendFirst(now => {
      now.fee = (FEE * 12n) / 10n
    })
    await until(() => expect(title()).toBe('Sent'))
    expect(sentFees()).toEqual([FEE, (FEE * 12n) / 10n, (FEE * 12n) / 10n])
  })

  it('more than 20 % above what was approved ends the sending until the rest is approved', async () => {
    const { sentFees } = await sendFirst(now => {
      now.fee = (FEE * 12n) / 10n + 1n
    })
    await until(() => expect(text()).toContain(say('approval.partlySent', { sent: 1, count: 3 })))
    expect(sentFees()).toEqual([FEE])
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Sent'))
    expect(sentFees()).toHaveLength(3)
  })

  it('a node that does not answer leaves each as it was approved', async () => {
    const { sentFees } = await sendFirst(now => {
      now.isDown = true
    })
    await until(() => expect(title()).toBe('Sent'))
    expect(sentFees()).toEqual([FEE, FEE, FEE])
  })

  it('one that would fail by now is not sent unseen', async () => {
    const { network, sentFees } = chain()
    let isLate = false
    const prepare: EthereumNetwork['prepare'] = async (...args) => ({
      ...(await network.prepare(...args)),
      warnings: isLate ? [{ kind: 'will-fail', reason: 'Sale is over' }] : [],
    })
    const wait: EthereumNetwork['wait'] = async () => {
      isLate = true
      return sentTransaction(hash, 1)
    }
    await open('calls', { network: { ...network, prepare, wait } })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(text()).toContain('Sale is over'))
    expect(sentFees()).toEqual([FEE])
  })
})

describe('in a window of the wallet origin', () => {
  useBrowser({ tracksVisibility: false })

  const { told, say: answer } = fakePopup()

  it('a fee that is read again is shown there, under the same key while it changes little', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { now, network } = chain()
    await open('tx-send', { network })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    await answer('ready')
    const { key } = told()
    now.fee = (FEE * 12n) / 10n
    await pass(FRESH_MS)
    expect(told()).toMatchObject({ key, view: { fee: { fee: { first: '$0.24' }, risen: null } } })
    now.fee = 2n * FEE
    await pass(FRESH_MS)
    expect(told()).toMatchObject({ view: { fee: { fee: { first: '$0.40' }, risen: RISEN } } })
    expect(told().key).not.toBe(key)
  })

  it('a fee that went up before Approve is said in the frame too, which opens the window once more', async () => {
    const { now, sentFees, network } = chain()
    await open('tx-send', { network })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    await answer('ready')
    now.fee = 2n * FEE
    await answer('approved', told().key)
    await until(() => expect(text()).toContain(RISEN))
    expect(hasButton('Open wallet')).toBe(true)
    expect(sentFees()).toEqual([])
    await answer('ready')
    await answer('approved', told().key)
    await until(() => expect(title()).toBe('Sent'))
    expect(sentFees()).toEqual([now.fee])
  })
})

describe('what is not read again', () => {
  useBrowser()

  it('is the fee of a wallet app, which reads its own', async () => {
    const { startSending } = await import('../flow/send-flow.ts')
    const { fakeNetworks } = await import('../testing/fake-network.ts')
    const { now, sentFees, network } = chain()
    const kernel = fakeKernel({ ethereum: async () => fakeNetworks(network) })
    const transaction = { to: `0x${'1'.repeat(40)}`, value: 1n }
    const request = { id: '1', kind: 'send-transaction', wallet: externalWallet, chainId: 1, transaction }
    const flow = startSending(kernel, { ...request, uiOptions: {} } as never)
    await vi.waitFor(() => expect(flow.get().status).toBe('reviewing'))
    now.fee = 2n * FEE
    flow.send({ type: 'approve', attempt: flow.get().attempt })
    await vi.waitFor(() => expect(flow.get().status).toBe('done'))
    expect(sentFees()).toEqual([FEE])
  })
})
