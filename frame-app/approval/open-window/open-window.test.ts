// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApprovalView } from '../view/approval-view.ts'
import { openApprovalWindow } from './open-window.ts'

const view: ApprovalView = {
  title: 'Send 1 ETH',
  site: { origin: 'https://shop.example', icon: null, note: '', picture: null, link: null },
  asks: 'asks',
  wallet: '0x1',
  network: 'Ethereum',
  explanation: {
    headline: 'Send 1 ETH',
    outgoing: [],
    incoming: [],
    permissions: [],
    dangers: [],
    notes: [],
    details: [],
    raw: [],
  },
  message: null,
  fee: null,
  shortage: null,
  approveLabel: 'Approve',
}

const popup = { postMessage: vi.fn(), close: vi.fn(), closed: false }
const say = (
  data: object,
  { source = popup, origin = location.origin }: { source?: object; origin?: string } = {},
) => window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }))
const answer = (event: string, key = 'k') => ({ to: 'vitrine:approval-frame', event, key })

describe('the approval window, seen from the frame', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    popup.closed = false
    vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    popup.postMessage.mockClear()
    popup.close.mockClear()
  })
  const open = () => {
    const opened = openApprovalWindow(window, 'app_demo', 'k', view)
    if (!opened) throw new Error('blocked')
    return opened
  }
  /** Neither approved nor rejected, only closed in the end. */
  const staysOpen = async (opened: ReturnType<typeof open>) => {
    opened.close()
    expect(await opened.answer).toBe('closed')
  }

  it('gets the review once it is ready, at the wallet’s origin alone', () => {
    open()
    say({ to: 'vitrine:approval-frame', event: 'ready' })
    expect(popup.postMessage).toHaveBeenCalledWith(
      { to: 'vitrine:approval-window', key: 'k', language: '', view },
      location.origin,
    )
  })

  it.each(['approved', 'rejected'])('says %s', async event => {
    const opened = open()
    say(answer(event))
    expect(await opened.answer).toBe(event)
    expect(popup.close).toHaveBeenCalled()
  })

  it('cannot approve another review', async () => {
    const opened = open()
    say(answer('approved', 'earlier'))
    await staysOpen(opened)
  })

  it('is not heard from another window', async () => {
    const opened = open()
    say(answer('approved'), { source: window })
    await staysOpen(opened)
  })

  it('is not heard from another origin', async () => {
    const opened = open()
    say(answer('approved'), { origin: 'https://shop.example' })
    await staysOpen(opened)
  })

  it('has approved nothing when the person closes it', async () => {
    const opened = open()
    popup.closed = true
    await vi.advanceTimersByTimeAsync(600)
    expect(await opened.answer).toBe('closed')
  })

  it('is `null` when the browser blocks it', () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    expect(openApprovalWindow(window, 'app_demo', 'k', view)).toBeNull()
  })
})
