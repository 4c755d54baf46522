import { expect, test, vi } from 'vitest'
import { alreadyAuthenticated } from '../session/already-authenticated.ts'
import { toClientUser } from '../session/client-user.ts'
import { wireUserOf, wireWallet } from '../session/testing/session-fixtures.ts'
import { createKernelScreens, type ScreensParts } from './screens.ts'

const account = { type: 'email', address: 'ada@example.com' }
const open = (outcome: ScreensParts['outcome']) =>
  createKernelScreens({
    boot: { app: { name: 'Shop' } },
    config: { appearance: { get: () => ({ theme: 'light', landingHeader: null }) } },
    notices: { send() {} },
    outcome,
    load: async () => {},
    isHere: () => true,
    waiting: Promise.resolve(null),
    locale: () => null,
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

test('a request for a wallet of somebody who has left is not shown to who is here now', async () => {
  const wallet = wireWallet()
  const personOf = (user: ReturnType<typeof wireUserOf>) => alreadyAuthenticated(toClientUser(user))
  const request = {
    kind: 'sign-message',
    wallet: { address: wallet.address, custody: 'server' } as never,
    message: 'Hello',
    encoding: 'utf-8',
    uiOptions: {},
  } as const
  const other = open(() => personOf(wireUserOf('user_2', [wireWallet(1)])))
  await expect(other.show<'sign-message'>(request)).rejects.toMatchObject({ code: 'must_be_authenticated' })
  expect(other.queue.current.get()).toBeNull()
  const owner = open(() => personOf(wireUserOf('user_1', [wallet])))
  void owner.show<'sign-message'>(request)
  await vi.waitFor(() => expect(owner.queue.current.get()).toMatchObject({ kind: 'sign-message' }))
})

test('a login is shown to whoever is there', async () => {
  const { queue, show } = open(() => null)
  void show<'login'>({ kind: 'login', options: {} })
  await vi.waitFor(() => expect(queue.current.get()).toMatchObject({ kind: 'login' }))
})
