// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UNBROKEN_MS } from '../../ui/approval-guard.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { SUCCESS_MS } from '../../ui/success.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  pressKey,
  title,
  until,
  useBrowser,
  watched,
} from '../../ui/testing/dom.ts'
import { fakeKernel, wallet } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import type { SignRequest } from './screen.tsx'

const request: SignRequest = {
  id: '1',
  kind: 'sign-message',
  wallet,
  message: 'Order 1042',
  encoding: 'utf-8',
  uiOptions: {},
}

async function open(over: Partial<SignRequest> = {}, operations: Partial<Operations> = {}) {
  const kernel = fakeKernel({ operations })
  await mountScreens(kernel)
  await act(async () => kernel.show({ ...request, ...over }))
  await until(() => expect(hasButton('Reject')).toBe(true))
  return kernel
}

/** What the browser reports of the approving button. */
const report = (entry: { ratio?: number; isVisible?: boolean }) =>
  act(async () => watched.at(-1)?.report(entry))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A click as a person makes it: jsdom cannot make a trusted one, so React is handed one that says it is. */
async function press(element: HTMLElement) {
  await act(async () => {
    const key = Object.keys(element).find(name => name.startsWith('__reactProps$')) ?? ''
    const props: { onClick(event: unknown): void } = Reflect.get(element, key)
    props.onClick({ nativeEvent: { isTrusted: true } })
  })
}

describe('approving a message', () => {
  useBrowser()

  it('names the pinned origin, the wallet and the message', async () => {
    await open()
    expect(title()).toBe('Sign a message')
    expect(document.body.textContent).toContain('https://shop.example')
    expect(document.body.textContent).toContain('Order 1042')
    await click(control('button', 'Details'))
    expect(document.body.textContent).toContain('0x71C…976F')
  })

  it('can be approved after having been seen for long enough without a break, and not before', async () => {
    vi.useFakeTimers()
    await open()
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await report({ isVisible: true })
    await pass(UNBROKEN_MS - 1)
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await report({ isVisible: false })
    await pass(UNBROKEN_MS)
    await report({ isVisible: true })
    await pass(UNBROKEN_MS - 1)
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await pass(2)
    expect(control('button', 'Approve')).toHaveProperty('disabled', false)
    await report({ isVisible: false })
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
  })

  it('signs for a person, answers at once, and shows the tick after', async () => {
    vi.useFakeTimers()
    const kernel = await open()
    await report({ isVisible: true })
    await pass(UNBROKEN_MS + 1)
    await press(control('button', 'Approve'))
    expect(title()).toBe('Signed')
    expect(kernel.outcomes).toEqual([{ resolved: { signature: '0x01' } }])
    expect(kernel.screens.current.get()).not.toBeNull()
    await pass(SUCCESS_MS)
    expect(kernel.screens.current.get()).toBeNull()
    expect(kernel.outcomes).toHaveLength(1)
  })

  it('closing during the tick changes nothing: the signature was given', async () => {
    vi.useFakeTimers()
    const kernel = await open()
    await report({ isVisible: true })
    await pass(UNBROKEN_MS + 1)
    await press(control('button', 'Approve'))
    await click(control('button', 'Close'))
    expect(kernel.screens.current.get()).toBeNull()
    expect(kernel.outcomes).toEqual([{ resolved: { signature: '0x01' } }])
  })

  it('ignores a click that a script made', async () => {
    vi.useFakeTimers()
    const signMessage = vi.fn(async () => ({ signature: '0x01' }))
    await open({}, { signMessage })
    await report({ isVisible: true })
    await pass(UNBROKEN_MS + 1)
    await click(control('button', 'Approve'))
    expect(signMessage).not.toHaveBeenCalled()
  })

  it('says after a while that something covers it', async () => {
    vi.useFakeTimers()
    await open()
    await report({ isVisible: false })
    await pass(2_000)
    expect(document.body.textContent).toContain(say('sign.covered'))
  })

  it('offers to try again after a failure', async () => {
    vi.useFakeTimers()
    const signMessage = vi
      .fn<Operations['signMessage']>()
      .mockRejectedValueOnce(clientError('service_unavailable', 'You appear to be offline.'))
      .mockResolvedValueOnce({ signature: '0x02' })
    await open({}, { signMessage })
    await report({ isVisible: true })
    await pass(UNBROKEN_MS + 1)
    await press(control('button', 'Approve'))
    expect(alertText()).toBe('You appear to be offline.')
    // The button stands beside the failure now: it has to be seen anew.
    await press(control('button', 'Try again'))
    expect(signMessage).toHaveBeenCalledTimes(1)
    await report({ isVisible: true })
    await pass(UNBROKEN_MS + 1)
    await press(control('button', 'Try again'))
    expect(title()).toBe('Signed')
  })

  it('is rejected by Reject, Close and Escape', async () => {
    for (const leave of [
      () => click(control('button', 'Reject')),
      () => click(control('button', 'Close')),
      () => pressKey('Escape'),
    ]) {
      const kernel = await open()
      await leave()
      expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
    }
  })

  it('keeps Reject where the page forbids Close', async () => {
    const kernel = await open({ uiOptions: { isCancellable: false } })
    expect(hasButton('Close')).toBe(false)
    await pressKey('Escape')
    expect(kernel.outcomes).toEqual([])
    await click(control('button', 'Reject'))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })

  it('keeps its own heading, and marks the page’s title as the site’s words', async () => {
    await open({ uiOptions: { title: 'Claim your gift' } })
    expect(title()).toBe('Sign a message')
    expect(document.body.textContent).toContain(`${say('sign.siteSays')}Title“Claim your gift”`)
  })

  it('never lets the page write on the button', async () => {
    await open({ uiOptions: { buttonText: 'Cancel' } })
    expect(control('button', 'Approve').textContent).toBe('ApproveSign a message')
    expect(document.body.textContent).toContain(`${say('sign.siteSays')}Button“Cancel”`)
  })

  it('shows the exact bytes one press away', async () => {
    await open({ message: 'Hi' })
    expect(document.body.textContent).not.toContain('0x4869')
    await click(control('button', say('sign.showRaw')))
    expect(document.body.textContent).toContain('0x4869')
  })

  it('warns of a login message for another site', async () => {
    await open({ message: 'bank.example wants you to sign in with your Ethereum account:\n0x1' })
    expect(document.body.textContent).toContain(
      say('danger.otherDomain', { domain: 'bank.example', host: 'shop.example' }),
    )
  })
})

describe('approving without IntersectionObserver v2', () => {
  useBrowser({ tracksVisibility: false })

  it('counts the part of the button that is in view', async () => {
    vi.useFakeTimers()
    await open()
    await report({ ratio: 0.5 })
    await pass(UNBROKEN_MS + 1)
    expect(control('button', 'Approve')).toHaveProperty('disabled', true)
    await report({ ratio: 1 })
    await pass(UNBROKEN_MS + 1)
    expect(control('button', 'Approve')).toHaveProperty('disabled', false)
  })
})
