import { FRAME_METHODS } from '@vitrine/shared/bridge/schemas.ts'
import { describe, expect, it, vi } from 'vitest'
import type { HandlerContext } from '../requests/context.ts'
import { createHandlers } from './handlers.ts'

const show = vi.fn(async () => undefined)
const context = { screens: { show } } as unknown as HandlerContext
const handlers = createHandlers(context, (_method, _argument, run) => run(context))

it('serves every method of the bridge and no other', () => {
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(FRAME_METHODS).sort())
})

it('passes a call on to the kind of request that serves it', async () => {
  expect(await handlers.openAccount({ screen: 'receive' })).toBeUndefined()
  expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'account', part: 'receive' })
})

describe('a page that logs out', () => {
  const ask = async (status: 'anonymous' | 'authenticated', scope?: 'device' | 'all-devices') => {
    const logout = vi.fn(async () => {})
    const shown = vi.fn(async () => undefined)
    const session = { get: () => ({ status, user: { id: 'user_1' } }) }
    const context = { logout, session, screens: { show: shown } } as unknown as HandlerContext
    await createHandlers(context, () => new Promise(() => {})).logout(scope && { scope })
    return { loggedOut: logout.mock.calls, shown: shown.mock.calls }
  }
  const request = { kind: 'log-out-everywhere', userId: 'user_1' }

  it.each([
    ['on this device, at once', 'authenticated', undefined, [['device']], []],
    ['on this device by name, at once', 'authenticated', 'device', [['device']], []],
    [
      'on all devices asks the person, and does nothing itself',
      'authenticated',
      'all-devices',
      [],
      [[request]],
    ],
    ['where nobody is logged in for it ends no other session', 'anonymous', 'all-devices', [['device']], []],
  ] as const)('%s', async (_name, status, scope, loggedOut, shown) => {
    expect(await ask(status, scope)).toEqual({ loggedOut, shown })
  })
})
