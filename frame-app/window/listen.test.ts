// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { listen } from './listen.ts'

const other = window.open('about:blank') ?? window
const say = (over: object) =>
  window.dispatchEvent(
    new MessageEvent('message', { data: 'done', origin: location.origin, source: other, ...over }),
  )

it('hears the other window, of this origin, in the words that they agreed on', () => {
  const take = vi.fn()
  const stop = listen(window, other, z.literal('done'), take)
  say({ origin: 'https://shop.example' })
  say({ source: null })
  say({ data: 'something else' })
  expect(take).not.toHaveBeenCalled()
  say({})
  expect(take).toHaveBeenCalledExactlyOnceWith('done')
  stop()
  say({})
  expect(take).toHaveBeenCalledTimes(1)
})
