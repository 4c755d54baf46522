import { connect, type Message } from 'penpal'
import { expect, it, vi } from 'vitest'
import { GuardedPort } from './guarded-port.ts'
import { PENPAL, rawPage } from './testing/raw-page.ts'

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

it('answers what a method throws with an error of ours, without stack and words', async () => {
  const { port1, port2 } = new MessageChannel()
  const { promise } = connect({
    messenger: new GuardedPort(port1, new Set(['logout'])),
    methods: {
      logout: () => {
        throw new Error('secret detail')
      },
    },
  })
  const page = await rawPage(port2)
  await promise
  const reply = await page.call('logout')
  expect(reply.value).toMatchObject({ ok: false, error: { code: 'internal_error' } })
  expect(JSON.stringify(page.received)).not.toMatch(/secret|stack|isError/)
  port1.close()
  port2.close()
})
