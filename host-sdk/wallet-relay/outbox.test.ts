import { expect, it, vi } from 'vitest'
import { createOutbox } from './outbox.ts'

it('tells one after another, and of what waits the newest alone', async () => {
  const settle: (() => void)[] = []
  const send = vi.fn(
    (_event: string) =>
      new Promise<void>(resolve => {
        settle.push(resolve)
      }),
  )
  const outbox = createOutbox(send)
  outbox.put('a', 'a1')
  for (let times = 2; times <= 1_000; times++) outbox.put('a', `a${times}`)
  outbox.put('b', 'b1')
  outbox.put('a', 'last')
  expect(send.mock.calls).toEqual([['a1']])
  settle[0]?.()
  await vi.waitFor(() => expect(send.mock.calls.slice(1)).toEqual([['b1']]))
  settle[1]?.()
  await vi.waitFor(() => expect(send.mock.calls.slice(2)).toEqual([['last']]))
  settle[2]?.()
})

it('goes on after what could not be told', async () => {
  const send = vi.fn(async (event: string) => {
    if (event === 'lost') throw new Error('The frame is gone.')
  })
  const outbox = createOutbox(send)
  outbox.put('a', 'lost')
  outbox.put('b', 'told')
  await vi.waitFor(() => expect(send).toHaveBeenLastCalledWith('told'))
  outbox.put('c', 'later')
  await vi.waitFor(() => expect(send).toHaveBeenLastCalledWith('later'))
})
