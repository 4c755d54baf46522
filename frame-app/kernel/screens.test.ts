import { expect, test, vi } from 'vitest'
import { createStore } from '../core/store.ts'
import type { Connected } from '../external-wallets/ports.ts'
import { alreadyAuthenticated } from '../session/already-authenticated.ts'
import { toClientUser } from '../session/client-user.ts'
import { wireExternalWallet, wireUserOf, wireWallet } from '../session/testing/session-fixtures.ts'
import { externalWallet } from '../ui/testing/fake-kernel.ts'
import { createKernelScreens, type ScreensParts } from './screens.ts'

const account = { type: 'email', address: 'ada@example.com' }
const open = (
  outcome: ScreensParts['outcome'],
  connected = createStore<Connected>({ wallets: [], active: null }),
) =>
  createKernelScreens({
    boot: { app: { name: 'Shop' } },
    config: { appearance: { get: () => ({ theme: 'light', landingHeader: null }) } },
    notices: { send() {} },
    outcome,
    connected,
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

const signing = (wallet: object) =>
  ({ kind: 'sign-message', wallet, message: 'Hello', encoding: 'utf-8', uiOptions: {} }) as never

test('a wallet app that is connected is asked with nobody logged in; one that is not, of nobody', async () => {
  const connected = createStore<Connected>({ wallets: [externalWallet], active: null })
  const { queue, show } = open(() => null, connected)
  void show<'sign-message'>(signing(externalWallet))
  await vi.waitFor(() => expect(queue.current.get()).toMatchObject({ kind: 'sign-message' }))
  const other = open(() => alreadyAuthenticated(toClientUser(wireUserOf('user_1', [wireExternalWallet]))))
  await expect(other.show<'sign-message'>(signing(externalWallet))).rejects.toMatchObject({
    code: 'must_be_authenticated',
  })
})

test('what a wallet app is asked stays when a login ends elsewhere, and the app’s answer is the page’s', async () => {
  const connected = createStore<Connected>({ wallets: [externalWallet], active: null })
  const { queue, show } = open(
    () => alreadyAuthenticated(toClientUser(wireUserOf('user_1', [wireWallet()]))),
    connected,
  )
  const elsewhere = show<'sign-message'>(signing(externalWallet))
  const here = show<'sign-message'>(signing({ address: wireWallet().address, custody: 'server' }))
  await vi.waitFor(() => expect(queue.isAwaited.get()).toBe(true))
  queue.endSessionScreens()
  await expect(here).rejects.toMatchObject({ code: 'must_be_authenticated' })
  const request = queue.current.get()
  if (request?.kind !== 'sign-message') throw new TypeError('The wallet app is still asked')
  queue.resolve(request, { signature: '0x01' })
  expect(await elsewhere).toEqual({ signature: '0x01' })
})

test('a page that announces somebody’s address opens no screen for their key', async () => {
  const { address } = wireWallet()
  const connected = createStore<Connected>({ wallets: [{ ...externalWallet, address }], active: null })
  const { show } = open(() => null, connected)
  await expect(show<'sign-message'>(signing({ address, custody: 'server' }))).rejects.toMatchObject({
    code: 'must_be_authenticated',
  })
})
