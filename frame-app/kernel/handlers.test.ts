import { FRAME_METHODS } from '@vitrine/shared/bridge/schemas.ts'
import { expect, it, vi } from 'vitest'
import type { HandlerContext } from '../requests/context.ts'
import { createHandlers } from './handlers.ts'

const show = vi.fn(async () => undefined)
const handlers = createHandlers({ screens: { show } } as unknown as HandlerContext)

it('serves every method of the bridge and no other', () => {
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(FRAME_METHODS).sort())
})

it('passes a call on to the kind of request that serves it', async () => {
  expect(await handlers.openAccount()).toBeUndefined()
  expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'account' })
})
