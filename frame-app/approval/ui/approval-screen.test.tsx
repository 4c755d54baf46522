// @vitest-environment jsdom
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import {
  alertText,
  click,
  control,
  hasButton,
  press,
  pressKey,
  seeCritical,
  seeForLong,
  title,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { fakeCalls } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import { insufficientFunds } from '../approval-failure.ts'
import { approvalWindows } from '../open-window/approval-windows.ts'
import { fakeNetwork } from '../testing/fake-network.ts'
import { arm, fakePopup, hash, hideCritical, open, report, sendOf, text } from '../testing/open-scene.ts'
import { SCENES } from '../testing/scenes.ts'

const wording = say

describe('approving a transaction', () => {
  useBrowser()

  it('shows who asks, what leaves, the fee and the total', async () => {
    await open('tx-send')
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    for (const part of [
      'https://shop.example',
      '−$620.00',
      '0.25 ETH',
      '0x8ba…BA72',
      'First time',
      'Network fee',
      'Total',
    ])
      expect(text()).toContain(part)
  })

  it('cannot be approved before it is read, however long the button has been seen', async () => {
    let goOn = () => {}
    const network = fakeNetwork()
    const prepare: EthereumNetwork['prepare'] = async (...args) => {
      await new Promise<void>(resolve => {
        goOn = resolve
      })
      return network.prepare(...args)
    }
    await open('tx-send', { network: { ...network, prepare } })
    await until(() => expect(hasButton('Approve')).toBe(true))
    await seeForLong()
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await act(async () => goOn())
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    // What was seen so far was no receipt: the half second begins again.
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await seeCritical()
    await until(() => expect(control('button', 'Approve')).toHaveProperty('disabled', false))
  })

  it('sends once, answers at once, and shows the hash and where to follow it', async () => {
    const send = vi.fn(async () => ({ hash }))
    const kernel = await open('tx-send', { network: sendOf({ send }) })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Sent'))
    expect(document.querySelector('a')?.href).toBe(`https://explorer.example/tx/${hash}`)
    expect(kernel.outcomes).toEqual([{ resolved: { hash } }])
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ resolved: { hash } }])
    expect(kernel.screens.current.get()).toBeNull()
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('keeps amount and recipient on show once it is sent', async () => {
    const kernel = await open('tx-send', { network: sendOf({}) })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Sent'))
    expect(text()).toContain('−$500.00')
    expect(text()).toContain('0x8ba…BA72')
    expect(kernel.outcomes).toHaveLength(1)
  })

  it('says that the person asks, and quotes no site, for what they wrote in the wallet itself', async () => {
    await open('tx-own', { uiOptions: { description: 'Pay now' } })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    expect(text()).toContain('You, in your wallet')
    expect(text()).not.toContain('https://shop.example')
    expect(text()).not.toContain('Pay now')
  })

  it('ignores a click that a script made', async () => {
    const send = vi.fn(async () => ({ hash }))
    await open('tx-send', { network: sendOf({ send }) })
    await arm()
    await click(control('button', 'Approve'))
    expect(send).not.toHaveBeenCalled()
  })

  it('gives no way out while it is not known whether it was sent', async () => {
    const kernel = await open('tx-send', { network: sendOf({ send: () => new Promise(() => {}) }) })
    await arm()
    await press(control('button', 'Approve'))
    expect(control('button', 'Reject')).toHaveProperty('disabled', true)
    expect(hasButton('Close')).toBe(false)
    await pressKey('Escape')
    expect(kernel.outcomes).toEqual([])
  })

  it('reads everything anew after a failure, and asks anew', async () => {
    const send = vi
      .fn<EthereumNetwork['send']>()
      .mockRejectedValueOnce(clientError('transaction_failure', 'The fee is too low by now.'))
    const network = sendOf({ send })
    const prepare = vi.fn(network.prepare)
    await open('tx-send', { network: { ...network, prepare } })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(alertText()).toBe('The fee is too low by now.'))
    await press(control('button', 'Try again'))
    await until(() => expect(control('button', 'Approve')).toHaveProperty('disabled', true))
    // At first, when Approve was pressed, and after the failure.
    expect(prepare).toHaveBeenCalledTimes(3)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('tells of a dead network, what it could read all the same, and tries again', async () => {
    const kernel = await open('tx-down')
    await until(() => expect(alertText()).toBe('Ethereum cannot be reached. Try again in a moment.'))
    expect(title()).toBe('Send 0.25 ETH')
    expect(hasButton('Approve')).toBe(false)
    expect(hasButton('Try again')).toBe(true)
    // Who leaves has rejected nothing: the page reads why it could not go on.
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([{ rejected: 'service_unavailable', message: expect.any(String) }])
  })

  it('gives the page the node’s own refusal, with its number, when the person leaves after it', async () => {
    const refusal = new VitrineError({
      type: 'client_error',
      code: 'transaction_failure',
      message: 'nonce too low',
      data: { eipCode: -32000 },
    })
    const network = sendOf({})
    const kernel = await open('tx-send', {
      network: { ...network, send: () => Promise.reject(refusal) },
    })
    const fail = vi.spyOn(kernel.screens, 'fail')
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(hasButton('Try again')).toBe(true))
    await click(control('button', 'Reject'))
    expect(fail).toHaveBeenCalledExactlyOnceWith(expect.anything(), refusal)
  })

  it('gives the page no words of a defect', async () => {
    const network = sendOf({})
    const kernel = await open('tx-send', {
      network: { ...network, send: () => Promise.reject(new TypeError('x is undefined at 0xdead')) },
    })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(hasButton('Try again')).toBe(true))
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([
      { rejected: 'internal_error', message: expect.not.stringContaining('0xdead') },
    ])
  })

  it('cannot be approved with too small a balance, and tells the page so', async () => {
    const kernel = await open('tx-short')
    await until(() => expect(alertText()).toContain('Your wallet has 5 ETH'))
    await seeForLong()
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await press(control('button', 'Approve'))
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([
      { rejected: 'insufficient_balance', message: insufficientFunds().message },
    ])
  })

  it('keeps its own word for what was sent, and marks the site’s', async () => {
    const successHeader = 'Payment failed'
    await open('tx-send', { uiOptions: { successHeader, successDescription: 'Pay again.' } })
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Sent'))
    expect(text()).toContain(`${say('sign.siteSays')}“Payment failed”“Pay again.”`)
  })

  it('keeps its own title, and marks the site’s words as the site’s', async () => {
    await open('tx-send', {
      uiOptions: { transactionInfo: { title: 'Verify your account' }, buttonText: 'Cancel' },
    })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    expect(text()).toContain(`${say('sign.siteSays')}Title“Verify your account”Button“Cancel”`)
    // What a press does is told by the button itself, in our words.
    const button = control('button', 'Approve')
    expect(button.textContent).toBe('ApproveSend 0.25 ETH')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Send 0.25 ETH',
    )
  })
})

describe('approving a signature', () => {
  useBrowser()

  it('performs exactly what was shown', async () => {
    const perform = vi.fn(async () => ({ signature: '0x0b', encoding: 'hex' }))
    const kernel = await open('typed-permit', { operations: { perform: perform as never } })
    await until(() => expect(title()).toBe('Allow spending of USDC'))
    expect(text()).toContain(say('danger.signatureMoves'))
    await arm()
    await press(control('button', 'Approve'))
    await until(() => expect(title()).toBe('Signed'))
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ resolved: { signature: '0x0b' } }])
    const request = SCENES['typed-permit']?.request
    const typedData = request?.kind === 'sign-typed-data' ? request.typedData : null
    expect(perform).toHaveBeenCalledWith(
      expect.anything(),
      { method: 'eth_signTypedData_v4', params: { typed_data: typedData } },
      expect.anything(),
    )
  })

  it('is rejected by Reject, Close and Escape', async () => {
    for (const leave of [
      () => click(control('button', 'Reject')),
      () => click(control('button', 'Close')),
      () => pressKey('Escape'),
    ]) {
      const kernel = await open('typed-mail')
      await until(() => expect(title()).toBe('Sign Mail for Ether Mail'))
      await leave()
      expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
    }
  })

  it.each([
    ['typed-safe', 'Shared account: Send 89 USDC'],
    ['typed-operation', 'Send 89 USDC'],
  ])('tells which account pays whom, where it is not the wallet: %s', async (name, headline) => {
    await open(name)
    await until(() => expect(title()).toBe(headline))
    for (const part of ['Leaves the account 0x5aF…eEEe', '−89 USDC', '0x8ba…BA72'])
      expect(text()).toContain(part)
    expect(text()).not.toContain(say('approval.outgoing'))
  })

  it('says of an operation that cannot be read that it could move everything', async () => {
    await open('typed-operation-unread')
    await until(() => expect(title()).toBe('Sign data that could move everything'))
    expect(text()).toContain(say('danger.accountUnread', { account: '0x5aF…eEEe' }))
  })

  it('cannot be approved before the last danger has been in sight', async () => {
    const perform = vi.fn(async () => ({ signature: '0x0b', encoding: 'hex' }))
    await open('typed-permit-thief', { operations: { perform: perform as never } })
    await until(() => expect(title()).toBe('Let 0x123…7890 spend all your USDC'))
    await seeForLong()
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await press(control('button', 'Approve'))
    expect(perform).not.toHaveBeenCalled()
    await hideCritical()
    expect(text()).toContain(say('approval.scrollToEnd'))
    await seeCritical()
    expect(text()).not.toContain(say('approval.scrollToEnd'))
    expect(control('button', 'Approve')).toHaveProperty('disabled', false)
  })

  it('cannot be approved before every grave danger that is folded has been unfolded, and been in sight', async () => {
    await open('calls-grave')
    await until(() => expect(hasButton('1 more reason')).toBe(true))
    expect(title()).toBe('Let 0x123…7890 spend all your USDC')
    await seeCritical()
    await seeForLong()
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await click(control('button', '1 more reason'))
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await seeCritical()
    await report({ isVisible: true })
    await until(() => expect(control('button', 'Approve')).toHaveProperty('disabled', false))
  })

  it('shows an authorization as what it is', async () => {
    await open('authorization')
    await until(() => expect(title()).toBe('Give away your wallet'))
    expect(text()).toContain(say('danger.delegatesEverywhere'))
  })
})

describe('approving in a window of the wallet', () => {
  useBrowser()

  const app = { approval_surface: 'window' }
  let { popup, told, say } = fakePopup()
  beforeEach(() => {
    ;({ popup, told, say } = fakePopup())
  })

  it('offers the window and nothing else, and sends what is approved there', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
    const send = vi.fn(async () => ({ hash }))
    const kernel = await open('tx-send', { app, network: sendOf({ send }) })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    expect(hasButton('Approve')).toBe(false)
    await click(control('button', 'Open wallet'))
    expect(openWindow).toHaveBeenCalledWith(
      expect.stringMatching(/^\/apps\/app_demo\/approve#flow=/),
      '_blank',
      expect.any(String),
    )
    await say('ready')
    expect(told()).toMatchObject({ event: 'review', view: { title: 'Send 0.25 ETH', act: 'Send 0.25 ETH' } })
    const { key } = told()
    await say('approved', key)
    await until(() => expect(title()).toBe('Sent'))
    expect(kernel.outcomes).toEqual([{ resolved: { hash } }])
    expect(send).toHaveBeenCalledTimes(1)
    // A window that loads again, or late, is told what became of it, and its Approve does nothing.
    await say('approved', key)
    expect(told().news.state).toEqual({
      status: 'sent',
      transactions: [{ id: hash, url: `https://explorer.example/tx/${hash}` }],
    })
    expect(send).toHaveBeenCalledTimes(1)
    openWindow.mockRestore()
  })

  it('needs no press in the frame for a window that the page opened, and takes Reject from it', async () => {
    const kernel = await open('tx-send', { app })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    await say('ready')
    await say('rejected', told().key)
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
    await say('ready')
    expect(told().news.state.status).toBe('rejected')
  })

  it('tells its window that it was rejected in the frame, and that it was cancelled', async () => {
    await open('tx-send', { app })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    await say('ready')
    const { key } = told()
    await click(control('button', 'Reject'))
    expect(told().news.state.status).toBe('rejected')
    expect(popup.close).toHaveBeenCalled()
    await say('approved', key)
    expect(told().news.state.status).toBe('rejected')
    const left = fakePopup()
    const kernel = await open('tx-send', { app })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    await left.say('ready')
    await act(async () => kernel.screens.fail(kernel.screens.current.get() as never, insufficientFunds()))
    expect(left.told().news.state.status).toBe('cancelled')
  })

  it('does not say that nothing was signed where the request ends while it is signed', async () => {
    const kernel = await open('tx-send', { app, network: sendOf({ send: () => new Promise(() => {}) }) })
    await until(() => expect(title()).toBe('Send 0.25 ETH'))
    await say('ready')
    await say('approved', told().key)
    await act(async () => kernel.screens.fail(kernel.screens.current.get() as never, insufficientFunds()))
    await say('ready')
    expect(told().news.state.status).toBe('unknown')
  })

  it('shows the new reading in the window that is open, whose old one approves nothing', async () => {
    const send = vi.fn(async () => ({ hash }))
    const network = sendOf({ send })
    await open('tx-short', { app, network })
    await until(() => expect(title()).toBe('Send 9 ETH'))
    await say('ready')
    const { key } = told()
    await click(control('button', 'Check again'))
    await until(() => expect(told().key).not.toBe(key))
    await say('approved', key)
    await say('approved', told().key)
    expect(send).not.toHaveBeenCalled()
  })

  it('says what to do where no window opens, and the page reads why when the person leaves', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
    const kernel = await open('tx-send', { app })
    await click(control('button', 'Open wallet'))
    await until(() => expect(alertText()).toBe(wording('approval.windowBlocked')))
    await click(control('button', 'Open wallet'))
    await until(() => expect(alertText()).toBe(wording('approval.noWindow')))
    expect(hasButton('Approve')).toBe(false)
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([{ rejected: 'approval_window_blocked', message: expect.any(String) }])
    openWindow.mockRestore()
  })

  it('the page reads why, too, when the person gives up after the first try', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
    const kernel = await open('tx-send', { app })
    await click(control('button', 'Open wallet'))
    await until(() => expect(alertText()).toBe(wording('approval.windowBlocked')))
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toMatchObject([{ rejected: 'approval_window_blocked' }])
    openWindow.mockRestore()
  })

  it('ends a request whose page forbids windows, and says so', async () => {
    vi.stubGlobal('parent', {})
    vi.stubGlobal('open', (() => null).bind(null))
    vi.stubGlobal('navigator', { ...navigator, userActivation: { isActive: true } })
    const kernel = await open('tx-send', { app })
    await click(control('button', 'Open wallet'))
    await until(() => expect(alertText()).toBe(wording('approval.windowForbidden')))
    expect(kernel.outcomes).toEqual([
      { rejected: 'approval_window_blocked', message: expect.stringContaining('allow-popups') },
    ])
    expect(hasButton('Open wallet')).toBe(false)
    // A window that appears after all hears that the request is over.
    const { id = '' } = kernel.screens.current.get() ?? {}
    expect(approvalWindows(window, kernel.app.id).stateOf(id)?.status).toBe('cancelled')
    await click(control('button', 'Close'))
    expect(kernel.screens.current.get()).toBeNull()
    vi.unstubAllGlobals()
  })

  it('says that it opens as long as it is not known whether one did', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
    const asked = vi.fn(() => new Promise<never>(() => {}))
    const calls = fakeCalls({ postAuthorized: asked })
    const kernel = await open('tx-send', { app, operations: { calls } })
    await click(control('button', 'Open wallet'))
    await until(() => expect(asked).toHaveBeenCalled())
    expect(alertText()).toBe(null)
    expect(document.body.textContent).toContain(wording('approval.windowOpening'))
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
    openWindow.mockRestore()
  })
})

describe('approving without IntersectionObserver v2', () => {
  useBrowser({ tracksVisibility: false })

  it('offers a window and nothing else', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
    await open('tx-send')
    await until(() => expect(hasButton('Open wallet')).toBe(true))
    expect(hasButton('Approve')).toBe(false)
    await click(control('button', 'Open wallet'))
    expect(openWindow).toHaveBeenCalledWith(
      expect.stringMatching(/^\/apps\/app_demo\/approve#flow=/),
      '_blank',
      expect.any(String),
    )
    await until(() => expect(alertText()).toBe(say('approval.windowBlocked')))
    openWindow.mockRestore()
  })
})
