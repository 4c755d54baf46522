import { expect, test, vi } from 'vitest'
import { alreadyAuthenticated } from '../session/already-authenticated.ts'
import { toClientUser } from '../session/client-user.ts'
import { wireUserOf } from '../session/testing/session-fixtures.ts'
import { createKernelScreens, type ScreensParts } from './screens.ts'

const account = { type: 'email', address: 'ada@example.com' }
const open = (outcome: ScreensParts['outcome']) =>
  createKernelScreens({
    boot: { app: { name: 'Shop' } },
    config: { appearance: { get: () => ({ theme: 'light', landingHeader: null }) } },
    notices: { send() {} },
    outcome,
    load: async () => {},
  } as unknown as ScreensParts)

test('a request that was still being read when the session ended is not shown: nobody is there to approve it', async () => {
  let result: ReturnType<ScreensParts['outcome']> = alreadyAuthenticated(toClientUser(wireUserOf()))
  const { queue, show } = open(() => result)
  const unlink = () => show<'unlink'>({ kind: 'unlink', account: account as never })
  void unlink().catch(() => {})
  await vi.waitFor(() => expect(queue.current.get()).not.toBeNull())
  queue.endSessionScreens()
  const late = unlink()
  result = null
  await expect(late).rejects.toMatchObject({ code: 'must_be_authenticated' })
  expect(queue.current.get()).toBeNull()
})

test('a login is shown to whoever is there', async () => {
  const { queue, show } = open(() => null)
  void show<'login'>({ kind: 'login', options: {} })
  await vi.waitFor(() => expect(queue.current.get()).toMatchObject({ kind: 'login' }))
})
