import type { Message } from 'penpal'
import { expect, it, vi } from 'vitest'
import { GuardedPort } from './guarded-port.ts'
import { PENPAL } from './testing/raw-page.ts'

it('lets only the message types of penpal through', async () => {
  const { port1, port2 } = new MessageChannel()
  const guarded = new GuardedPort(port1, new Set(['logout']))
  const heard = vi.fn()
  const last = new Promise<void>(resolve => {
    guarded.addMessageHandler(({ type }) => {
      heard(type)
      if (type === 'DESTROY') resolve()
    })
  })
  guarded.initialize({ validateReceivedMessage: (data): data is Message => data !== null })
  for (const type of ['EVAL', undefined, 'call', '__proto__', 'ACK1', 'ACK2', 'DESTROY'])
    port2.postMessage({ ...PENPAL, type })
  await last
  expect(heard.mock.calls.flat()).toEqual(['ACK1', 'ACK2', 'DESTROY'])
  guarded.destroy()
  port2.close()
})
