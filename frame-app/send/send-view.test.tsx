// @vitest-environment jsdom

import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeNetwork, fakeNetworks, sentTransaction } from '../approval/testing/fake-network.ts'
import type { EthereumNetwork } from '../chains/ethereum/ports.ts'
import type { Holding } from '../portfolio/ports.ts'
import type { Recipient } from '../recipients/address-book.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import { KernelContext } from '../ui/kernel-context.ts'
import { Shell } from '../ui/shell.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  pressGuarded,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { deviceWallet, externalWallet, fakeKernel, user, wallet } from '../ui/testing/fake-kernel.ts'
import { say } from '../words/say.ts'
import { SendView } from './send-view.tsx'
import { ETHER, heldCoins, TOKEN, TUSD } from './testing/holdings.ts'

useBrowser()

const roots: Root[] = []
afterEach(() =>
  act(async () => {
    for (const root of roots.splice(0)) root.unmount()
  }),
)

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}` as const

interface Options {
  readonly by?: HeldWallet
  readonly coins?: readonly Holding[]
  readonly book?: readonly Recipient[]
  readonly network?: Partial<EthereumNetwork>
  readonly openHere?: () => Promise<void>
  readonly surface?: 'window' | 'frame'
}

async function open({
  by = wallet,
  coins = [ETHER, TUSD],
  book = [],
  network,
  openHere,
  surface = 'frame',
}: Options = {}) {
  let kept: string | null = JSON.stringify(book)
  const chain = { ...fakeNetwork({ tokens: { [TOKEN]: { symbol: 'TUSD', decimals: 6 } } }), ...network }
  const kernel = fakeKernel({
    app: { approval_surface: surface },
    ethereum: async () => fakeNetworks(chain),
    recipients: {
      read: () => kept,
      write(text) {
        kept = text
      },
    },
    ...(openHere && { operations: { openHere } }),
  })
  kernel.setSession({ status: 'authenticated', user, wallets: [by] })
  const holdings = heldCoins(...coins)
  const told = { back: vi.fn(), close: vi.fn(), sent: vi.fn() }
  const element = document.createElement('div')
  document.body.append(element)
  // The code of the approval is there before it is asked for.
  await import('../requests/send-transaction/screen.tsx')
  const root = createRoot(element)
  roots.push(root)
  await act(async () =>
    root.render(
      <KernelContext value={kernel}>
        <Shell>
          <SendView
            holdings={holdings}
            onBack={told.back}
            onClose={told.close}
            onSent={told.sent}
            wallet={by}
          />
        </Shell>
      </KernelContext>,
    ),
  )
  return { kernel, holdings, told, kept: (): Recipient[] => JSON.parse(kept ?? '[]') }
}
const text = () => document.body.textContent
/** By its label. */
const field = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(it => it.textContent === label)
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
}
const recipient = () => field(say('recipient.label'))
const amount = () => field(say('send.amount'))
const review = () => submit(recipient())
const fill = async (to: string, much: string) => {
  await type(recipient(), to)
  await type(amount(), much)
}
async function choose(key: string) {
  const list = field(say('send.coin')) as unknown as HTMLSelectElement
  await act(async () => {
    list.value = key
    list.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
const approve = () => pressGuarded(say('action.approve'))

describe('the form', () => {
  it('says what is missing when it is asked for, and nothing before', async () => {
    await open()
    expect(alertText()).toBeNull()
    await review()
    expect(text()).toContain(say('recipient.problem.missing'))
    expect(text()).toContain(say('send.problem.missing'))
    await fill(TO, '0')
    expect(text()).toContain(say('send.problem.zero'))
    await review()
    expect(title()).toBe(say('send.title'))
  })

  it('tells more than there is at once, and what an amount is worth', async () => {
    await open()
    await type(amount(), '5.000000000000000001')
    expect(alertText()).toBe(say('send.problem.short', { balance: '5 ETH' }))
    await type(amount(), '1.5')
    expect(alertText()).toBeNull()
    expect(text()).toContain('$3,000.00')
    await choose('tusd')
    // An amount of another coin is not one of this.
    expect(amount().value).toBe('')
    await type(amount(), '0.0000001')
    expect(alertText()).toBe(say('send.problem.tooPrecise', { symbol: 'TUSD', count: 6 }))
  })

  it('an amount that no node told is not compared, and all of it cannot be asked for', async () => {
    await open({ coins: [{ ...TUSD, amount: null }] })
    expect(text()).toContain(say('send.balanceUnknown'))
    expect(control('button', say('send.max'))).toHaveProperty('disabled', true)
    await fill(TO, '999')
    expect(alertText()).toBeNull()
  })

  it('all of a token is all of it; of the chain’s own currency the fee stays', async () => {
    await open()
    await click(control('button', say('send.max')))
    // Of 5 ETH, 0.000042 at the highest.
    await until(() => expect(amount().value).toBe('4.999958'))
    expect(text()).toContain(say('send.lessFee'))
    await choose('tusd')
    await click(control('button', say('send.max')))
    expect(amount().value).toBe('12.5')
    expect(text()).not.toContain(say('send.lessFee'))
  })

  it('whoever is in the book is offered, known, and forgotten', async () => {
    const { kept } = await open({
      book: [{ chainType: 'ethereum', address: TO, name: 'ada.eth', sentAt: 0 }],
    })
    await click(control('button', say('recipient.use', { short: 'ada.eth', address: TO })))
    expect(recipient().value).toBe(TO)
    expect(text()).toContain('1970')
    await type(recipient(), '')
    await click(control('button', say('recipient.forget', { address: 'ada.eth' })))
    expect(text()).not.toContain(say('recipient.recent'))
    expect(kept()).toEqual([])
    await type(recipient(), TO)
    expect(text()).toContain(say('recipient.first'))
  })

  it('an address that is made to be taken for a known one is told of before all else', async () => {
    await open({ book: [{ chainType: 'ethereum', address: TO, name: null, sentAt: 0 }] })
    await type(recipient(), `${TO.slice(0, 10)}${'0'.repeat(24)}${TO.slice(-8)}`.toLowerCase())
    expect(alertText()).toBe(say('recipient.lookalike', { known: TO }))
  })

  it('the token’s own contract, nobody and this wallet are no recipients', async () => {
    await open()
    for (const [address, problem] of [
      [TOKEN, 'token'],
      [`0x${'0'.repeat(40)}`, 'nobody'],
      [wallet.address, 'own'],
    ] as const) {
      await fill(address, '1')
      expect(alertText()).toBe(say(`recipient.problem.${problem}`))
      await review()
      expect(title()).toBe(say('send.title'))
    }
  })

  it('a name is looked up at the chain’s node, and asked for once more where none answered', async () => {
    let answers = false
    const request = vi.fn(async () => {
      if (!answers) throw clientError('service_unavailable', 'Away.')
      const word = (hex: string) => hex.padStart(64, '0')
      const result = word(TO.slice(2).toLowerCase())
      return `0x${word('40')}${word('1')}${word('20')}${result}`
    })
    await open({ network: { request: request as never } })
    await type(recipient(), 'ada.eth')
    expect(text()).toContain(say('recipient.looking'))
    await until(() => expect(alertText()).toBe(say('recipient.problem.noAnswer', { network: 'Ethereum' })))
    answers = true
    await review()
    await until(() => expect(text()).toContain(TO))
    expect(text()).toContain(say('recipient.first'))
  })

  it('a name that leads to the wallet itself, or to nobody’s address, is no recipient', async () => {
    const word = (hex: string) => hex.padStart(64, '0')
    let leads = wallet.address.slice(2).toLowerCase()
    const request = async () => `0x${word('40')}${word('1')}${word('20')}${word(leads)}`
    await open({ network: { request: request as never } })
    await type(recipient(), 'me.eth')
    await until(() => expect(alertText()).toBe(say('recipient.problem.own')))
    leads = `${'0'.repeat(36)}dead`
    await type(recipient(), 'lost.eth')
    await until(() => expect(alertText()).toBe(say('recipient.problem.nobody')))
  })

  it('without a coin there is nothing to send, and another app’s wallet sends from there', async () => {
    await open({ coins: [{ ...ETHER, amount: 0n }] })
    expect(text()).toContain(say('send.nothing'))
    await open({ by: externalWallet })
    expect(text()).toContain(say('send.elsewhere'))
  })
})

describe('the approval', () => {
  it('is a site’s, but for who asks; rejected, the form stands as it was', async () => {
    const { kernel, told } = await open()
    await choose('tusd')
    await fill(TO, '2.5')
    await review()
    await until(() => expect(title()).toBe('Send 2.5 TUSD'))
    await click(control('button', say('action.reject')))
    expect([recipient().value, amount().value]).toEqual([TO, '2.5'])
    expect(kernel.outcomes).toEqual([])
    expect(told.sent).not.toHaveBeenCalled()
  })

  it('stands where the operator has approvals: in a window of the wallet, unless they chose the frame', async () => {
    await open({ surface: 'window' })
    await fill(TO, '1')
    await review()
    await until(() => expect(hasButton(say('approval.openWallet'))).toBe(true))
    expect(hasButton(say('action.approve'))).toBe(false)
    await click(control('button', say('action.reject')))
    expect(amount().value).toBe('1')
  })

  it('what arrived is read anew, its recipient is kept, and the page is told of nothing', async () => {
    const { kernel, holdings, told, kept } = await open()
    await fill(TO, '1')
    await review()
    await approve()
    await until(() => expect(title()).toBe(say('approval.sent')))
    await until(() => expect(holdings.refreshes).toBe(1))
    expect(kept()).toMatchObject([{ chainType: 'ethereum', address: TO, name: null }])
    await click(control('button', say('action.close')))
    const chain = { type: 'ethereum', id: 1, name: 'Ethereum', isTestnet: false }
    expect(told.sent).toHaveBeenCalledExactlyOnceWith({ chain, id: HASH })
    expect(kernel.outcomes).toEqual([])
  })

  it('a transfer that failed on the chain vouches for nobody', async () => {
    const wait = async () => sentTransaction(HASH, 1, 'reverted')
    const { holdings, kept } = await open({ network: { wait } })
    await fill(TO, '1')
    await review()
    await approve()
    await until(() => expect(holdings.refreshes).toBe(1))
    expect(kept()).toEqual([])
  })

  it('nor does one that another person’s session saw the end of', async () => {
    let arrive = () => {}
    const wait = () =>
      new Promise<ReturnType<typeof sentTransaction>>(resolve => {
        arrive = () => resolve(sentTransaction(HASH, 1))
      })
    const { kernel, holdings, kept } = await open({ network: { wait } })
    await fill(TO, '1')
    await review()
    await approve()
    await until(() => expect(title()).toBe(say('approval.sent')))
    await act(async () =>
      kernel.setSession({ status: 'authenticated', user: { ...user, id: 'eve' }, wallets: [] }),
    )
    arrive()
    await until(() => expect(holdings.refreshes).toBe(1))
    expect(kept()).toEqual([])
  })

  it.each([
    ['ends', { status: 'anonymous' }],
    ['is another person’s', { status: 'authenticated', user: { ...user, id: 'eve' }, wallets: [] }],
  ] as const)('is gone when the session %s', async (_, session) => {
    const { kernel, told } = await open()
    await fill(TO, '1')
    await review()
    await until(() => expect(title()).toBe('Send 1 ETH'))
    await act(async () => kernel.setSession(session))
    expect(hasButton(say('action.approve'))).toBe(false)
    expect(told.close).toHaveBeenCalledOnce()
  })

  it('a wallet that is not on this device asks for its passcode first', async () => {
    let isOpen = false
    const openHere = async () => {
      if (!isOpen) throw clientError('embedded_wallet_needs_recovery', 'Recover it.')
    }
    await open({ by: deviceWallet, openHere })
    await fill(TO, '1')
    await review()
    await until(() => expect(document.querySelector('input[type="password"]')).not.toBeNull())
    expect(title()).toBe(say('recover.title'))
    await click(control('button', say('action.back')))
    expect(amount().value).toBe('1')
    isOpen = true
    await review()
    await until(() => expect(title()).toBe('Send 1 ETH'))
  })

  it('why it cannot be made stands beside the form', async () => {
    const ethereum = fakeNetwork()
    const prepare: EthereumNetwork['prepare'] = async (...given) => ({
      ...(await ethereum.prepare(...given)),
      balance: 1n,
    })
    await open({ network: { prepare } })
    await click(control('button', say('send.max')))
    await until(() => expect(alertText()).toBe(say('send.problem.feeShort')))
  })
})
