import type { HostNotice } from '@vitrine/shared/bridge/methods.ts'
import { expect, test, vi } from 'vitest'
import { createNotices } from './notices.ts'

const state: HostNotice = { type: 'state', state: { authenticated: false, user: null, wallets: [] } }

test('events wait for the hello of the page and then go out in order; state does not, for hello answers it', () => {
  const deliver = vi.fn()
  const notices = createNotices(deliver)
  notices.emit('configWarning', { message: 'one' })
  notices.send(state)
  notices.emit('configWarning', { message: 'two' })
  expect(deliver).not.toHaveBeenCalled()
  notices.open()
  expect(deliver.mock.calls.map(([notice]) => notice.event.payload.message)).toEqual(['one', 'two'])
})

test('after hello everything goes out at once, and nothing twice', () => {
  const deliver = vi.fn()
  const notices = createNotices(deliver)
  notices.emit('logout', null)
  notices.open()
  notices.open()
  notices.send(state)
  expect(deliver).toHaveBeenCalledTimes(2)
  expect(deliver).toHaveBeenLastCalledWith(state)
})

test('what waited can go out ahead of hello; what comes later waits on', () => {
  const deliver = vi.fn()
  const notices = createNotices(deliver)
  notices.emit('configWarning', { message: 'one' })
  notices.flush()
  expect(deliver).toHaveBeenCalledOnce()
  notices.send(state)
  notices.emit('configWarning', { message: 'two' })
  expect(deliver).toHaveBeenCalledOnce()
  notices.open()
  expect(deliver).toHaveBeenCalledTimes(2)
})
