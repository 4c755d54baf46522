// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { openOauthWindow } from './oauth-window.ts'

const signal = new AbortController().signal
const state = 's'.repeat(48)
const said = (source: Window | null, data: unknown, origin = location.origin) =>
  window.dispatchEvent(new MessageEvent('message', { source, data, origin }))
const open = () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const popup = frame.contentWindow as Window
  const opens = vi.spyOn(window, 'open').mockReturnValue(popup)
  return { popup, opens, opened: openOauthWindow(window, 'app_1') }
}

it('opens the start page of a flow of its own, whose id stands where no server reads it', () => {
  const { opens, opened } = open()
  expect(opened.flowId).toMatch(/^[\w-]{43}$/)
  expect(opens).toHaveBeenCalledWith(
    `/apps/app_1/oauth#${opened.flowId}`,
    '_blank',
    expect.stringContaining('popup'),
  )
})

it('takes the answer of its own window, of this origin and this flow alone', async () => {
  const { popup, opened } = open()
  const answered = vi.fn()
  void opened.answer(state, signal).then(answered)
  const message = { to: 'vitrine:oauth-frame', state, answer: 'denied' }
  said(window, message)
  said(popup, message, 'https://evil.example')
  said(popup, { ...message, state: 'x'.repeat(48) })
  said(popup, { ...message, answer: 'anything' })
  await Promise.resolve()
  expect(answered).not.toHaveBeenCalled()
  said(popup, message)
  await vi.waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith('denied'))
})

it('sees none where the browser gives no handle', () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  expect(openOauthWindow(window, 'app_1').isSeen).toBe(false)
})
