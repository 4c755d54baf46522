import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test, vi } from 'vitest'
import { toClientUser } from '../session/client-user.ts'
import { wireUserOf } from '../session/testing/session-fixtures.ts'
import type { Asked } from './kind.ts'
import { createQueue, type Place, type QueuedKind, type ScreenQueueOptions } from './queue.ts'
import { type Kind, REQUESTS, type RequestOf, type ScreenRequest, type ScreenResult } from './registry.ts'

const wallet = {
  custody: 'server',
  id: 'wallet_1',
  address: '0x1111111111111111111111111111111111111111',
  chainType: 'ethereum',
  walletIndex: 0,
  walletClientType: 'vitrine',
  connectorType: 'embedded',
  imported: false,
  delegated: false,
  recoveryMethod: 'privy-v2',
} as const
const signing = (message: string) =>
  ({ kind: 'sign-message', wallet, message, encoding: 'utf-8', uiOptions: {} }) as const
const loginResult: ScreenResult<'login'> = {
  user: toClientUser(wireUserOf()),
  isNewUser: true,
  wasAlreadyAuthenticated: false,
  loginMethod: 'email',
  loginAccount: null,
}

function setUp(overrides: Partial<ScreenQueueOptions> = {}) {
  const shell = vi.fn()
  const queue = createQueue({
    title: kind => `title of ${kind}`,
    load: async () => {},
    isHere: () => true,
    meanwhile: () => undefined,
    notifyShell: shell,
    loginOutcome: () => null,
    ...overrides,
  })
  const screens = {
    ...queue,
    show: <K extends Kind>(request: Asked<RequestOf<K>>, place?: Place) =>
      queue.show(REQUESTS[(request as { kind: K }).kind] as unknown as QueuedKind<K>, request, place),
  }
  /** A call that takes long to read. */
  const expectCall = (kind: Kind, onLeft: (error: unknown) => void = () => {}): Place => {
    const place = screens.reserve(kind, onLeft)
    screens.expect(place)
    return place
  }
  /** The request on show, as soon as there is one other than `previous`. */
  const shown = (previous: ScreenRequest | null = null) =>
    new Promise<ScreenRequest>(resolve => {
      const look = () => {
        const request = screens.current.get()
        if (request && request !== previous) resolve(request)
      }
      screens.current.subscribe(look)
      look()
    })
  return { screens, shell, shown, expectCall }
}

test('opens the dialog before the screen, since a frame that is not displayed cannot take focus', async () => {
  const order: string[] = []
  const { screens, shown } = setUp({ notifyShell: open => order.push(`shell ${open}`) })
  screens.current.subscribe(() => order.push('screen'))
  void screens.show<'account'>({ kind: 'account' })
  await shown()
  expect(order).toEqual(['shell true', 'screen'])
})

test('shows requests one after another and closes the dialog after the last', async () => {
  const { screens, shell, shown } = setUp()
  const first = screens.show<'sign-message'>(signing('one'))
  const second = screens.show<'sign-message'>(signing('two'))
  const one = await shown()
  expect(one).toMatchObject({ message: 'one' })
  screens.resolve(one as never, { signature: '0x1' })
  await expect(first).resolves.toEqual({ signature: '0x1' })
  const two = await shown(one)
  expect(two).toMatchObject({ message: 'two' })
  screens.resolve(two as never, { signature: '0x2' })
  await expect(second).resolves.toEqual({ signature: '0x2' })
  expect(screens.current.get()).toBeNull()
  expect(shell).toHaveBeenLastCalledWith(false, '', undefined)
})

test('says that others wait for the one on show', async () => {
  const { screens, shown } = setUp()
  void screens.show<'sign-message'>(signing('one'))
  const one = await shown()
  expect(screens.isAwaited.get()).toBe(false)
  void screens.show<'sign-message'>(signing('two'))
  expect(screens.isAwaited.get()).toBe(true)
  screens.resolve(one as never, { signature: '0x1' })
  await shown(one)
  expect(screens.isAwaited.get()).toBe(false)
})

test('a screen that ended cannot settle the request that came after it', async () => {
  const { screens, shown } = setUp()
  const first = screens.show<'sign-message'>(signing('one'))
  const second = screens.show<'sign-message'>(signing('two'))
  const one = await shown()
  screens.resolve(one as never, { signature: '0x1' })
  await first
  const two = await shown(one)
  screens.resolve(one as never, { signature: '0xstale' })
  screens.reject(two, 'unable_to_sign', 'No.')
  await expect(second).rejects.toMatchObject({ code: 'unable_to_sign', message: 'No.' })
})

test('a second login joins the open one', async () => {
  const { screens, shown } = setUp()
  const first = screens.show<'login'>({ kind: 'login', options: {} })
  const second = screens.show<'login'>({ kind: 'login', options: { disableSignup: true } })
  const request = await shown()
  screens.resolve(request as never, loginResult)
  expect(await first).toBe(await second)
  expect(screens.current.get()).toBeNull()
})

test.each([
  ['login', { kind: 'login', options: {} }, { code: 'exited_auth_flow' }],
  ['signing', signing('one'), { code: 'user_rejected', data: { eipCode: 4001 } }],
] as const)('leaving %s rejects with its code', async (_, request, error) => {
  const { screens, shown } = setUp()
  const call = screens.show(request as never)
  screens.dismiss(await shown())
  await expect(call).rejects.toMatchObject(error)
})

test('leaving the account screen resolves', async () => {
  const { screens, shown } = setUp()
  const call = screens.show<'account'>({ kind: 'account' })
  screens.dismiss(await shown())
  await expect(call).resolves.toBeUndefined()
})

test('leaving a login whose session exists already is a login', async () => {
  const { screens, shown } = setUp({ loginOutcome: () => loginResult })
  const call = screens.show<'login'>({ kind: 'login', options: {} })
  screens.dismiss(await shown())
  await expect(call).resolves.toBe(loginResult)
})

test('the end of the session ends what needs one, and leaves a login and the account, which says how the logout went', async () => {
  const { screens, shown } = setUp()
  const sign = screens.show<'sign-message'>(signing('one'))
  void screens.show<'account'>({ kind: 'account' })
  void screens.show<'login'>({ kind: 'login', options: {} })
  const first = await shown()
  screens.endSessionScreens()
  await expect(sign).rejects.toMatchObject({ code: 'must_be_authenticated' })
  const account = await shown(first)
  expect(account).toMatchObject({ kind: 'account' })
  screens.endSessionScreens()
  screens.dismiss(account)
  expect(await shown(account)).toMatchObject({ kind: 'login' })
})

test('a screen that begins anew keeps its call and its place', async () => {
  const { screens, shown } = setUp()
  const call = screens.show<'login'>({ kind: 'login', options: {} })
  const before = await shown()
  screens.renew(before)
  const after = await shown(before)
  expect(after).toMatchObject({ kind: 'login' })
  // What the one before still does comes to nothing.
  screens.dismiss(before)
  screens.renew(before)
  expect(screens.current.get()).toBe(after)
  screens.resolve(after as never, loginResult as never)
  await expect(call).resolves.toBe(loginResult)
})

test('a page that starts anew leaves nothing on show', async () => {
  const { screens, shown } = setUp()
  const call = screens.show<'sign-message'>(signing('one'))
  await shown()
  screens.clear()
  await expect(call).rejects.toMatchObject({ code: 'connection_lost' })
  expect(screens.current.get()).toBeNull()
})

test('screens that cannot be loaded end the request, never open an empty dialog, and are tried again', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(undefined)
  const { screens, shell, shown } = setUp({ load })
  await expect(screens.show<'account'>({ kind: 'account' })).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  expect(shell).not.toHaveBeenCalled()
  void screens.show<'account'>({ kind: 'account' })
  expect(await shown()).toMatchObject({ kind: 'account' })
})

test('a screen names the dialog, and only while one is open', async () => {
  const { screens, shell, shown } = setUp()
  screens.setTitle('too early')
  expect(shell).not.toHaveBeenCalled()
  void screens.show<'account'>({ kind: 'account' })
  await shown()
  screens.setTitle('Your account')
  screens.setTitle('Your account')
  expect(shell.mock.calls.map(([, title]) => title)).toEqual(['title of account', 'Your account'])
})

test('a result reaches the page at once, also where the screen stays to show how it went', async () => {
  const { screens, shell, shown } = setUp()
  const call = screens.show<'sign-message'>(signing('one'))
  const next = screens.show<'sign-message'>(signing('two'))
  const one = await shown()
  screens.resolve(one as never, { signature: '0x1' }, 'stays')
  await expect(call).resolves.toEqual({ signature: '0x1' })
  // What comes next waits until it is closed.
  expect(screens.current.get()).toBe(one)
  screens.dismiss(one)
  const two = await shown(one)
  expect(two).toMatchObject({ message: 'two' })
  screens.resolve(two as never, { signature: '0x2' }, 'stays')
  await expect(next).resolves.toEqual({ signature: '0x2' })
  screens.dismiss(two)
  expect(shell).toHaveBeenLastCalledWith(false, '', undefined)
})

test('an error reaches the page at once, also where the screen stays to say why', async () => {
  const { screens, shown } = setUp()
  const call = screens.show<'sign-message'>(signing('one'))
  const one = await shown()
  screens.fail(one, clientError('approval_window_blocked', 'No window'), 'stays')
  await expect(call).rejects.toMatchObject({ code: 'approval_window_blocked' })
  expect(screens.current.get()).toBe(one)
  screens.dismiss(one)
  expect(screens.current.get()).toBeNull()
})

test.each(['endSessionScreens', 'clear'] as const)(
  '%s closes a screen that stays, and its call keeps its result',
  async end => {
    const { screens, shown } = setUp()
    const call = screens.show<'sign-message'>(signing('one'))
    screens.resolve((await shown()) as never, { signature: '0x1' }, 'stays')
    screens[end]()
    expect(screens.current.get()).toBeNull()
    await expect(call).resolves.toEqual({ signature: '0x1' })
  },
)

test('says whether another request waits for its turn', async () => {
  const { screens, shown } = setUp()
  screens.show<'sign-message'>(signing('one'))
  expect(screens.isAwaited.get()).toBe(false)
  const second = screens.show<'sign-message'>(signing('two'))
  expect(screens.isAwaited.get()).toBe(true)
  const first = await shown()
  screens.resolve<'sign-message'>(first as never, { signature: '0x' }, 'stays')
  expect(screens.isAwaited.get()).toBe(true)
  screens.dismiss(first)
  expect(screens.isAwaited.get()).toBe(false)
  const next = await shown(first)
  screens.resolve<'sign-message'>(next as never, { signature: '0x' })
  await second
})

/** A queue whose screens come when the test says so, and what stands in the dialog meanwhile. */
function setUpSlow() {
  const comings: { come(): void; fail(): void }[] = []
  const here = new Set<Kind>()
  const meanwhile = { show: vi.fn(), fail: vi.fn(), hide: vi.fn() }
  const parts = setUp({
    isHere: kind => here.has(kind),
    load: kind =>
      new Promise((resolve, reject) => {
        const come = () => {
          here.add(kind)
          resolve()
        }
        comings.push({ come, fail: () => reject(new TypeError('offline')) })
      }),
    meanwhile: () => meanwhile,
  })
  const close = () => meanwhile.show.mock.lastCall?.[2]()
  return { ...parts, comings, meanwhile, close }
}

test('the dialog opens at once, with a card that can be left, while its screen is on its way', async () => {
  const { screens, shell, meanwhile, comings, close, shown } = setUpSlow()
  const call = screens.show<'sign-message'>(signing('one'))
  expect(shell).toHaveBeenLastCalledWith(true, 'title of sign-message', 'sign-message')
  expect(meanwhile.show).toHaveBeenCalledOnce()
  close()
  await expect(call).rejects.toMatchObject({ code: 'user_rejected' })
  expect(shell).toHaveBeenLastCalledWith(false, '', undefined)
  // What comes now belongs to nobody.
  comings[0]?.come()
  await Promise.resolve()
  expect(screens.current.get()).toBeNull()
  void screens.show<'sign-message'>(signing('two'))
  comings[1]?.come()
  expect(await shown()).toMatchObject({ message: 'two' })
})

test('a screen that does not come is told in its place, and tried again', async () => {
  const { screens, meanwhile, comings, shown } = setUpSlow()
  void screens.show<'account'>({ kind: 'account' })
  comings[0]?.fail()
  await vi.waitFor(() => expect(meanwhile.fail).toHaveBeenCalledOnce())
  meanwhile.fail.mock.lastCall?.[0]()
  comings[1]?.come()
  expect(await shown()).toMatchObject({ kind: 'account' })
  expect(meanwhile.show).toHaveBeenCalledOnce()
})

test('a call that is being read has its place, which its request takes, unless the person has left it', async () => {
  const { screens, meanwhile, comings, close, shown, expectCall } = setUpSlow()
  const onLeft = vi.fn()
  const place = expectCall('sign-message', onLeft)
  expect(meanwhile.show).toHaveBeenCalledOnce()
  const call = screens.show<'sign-message'>(signing('one'), place)
  for (const { come } of comings) come()
  expect(await shown()).toMatchObject({ message: 'one' })
  expect(meanwhile.show).toHaveBeenCalledOnce()
  screens.vacate(place)
  expect(screens.current.get()).toMatchObject({ message: 'one' })
  screens.dismiss(screens.current.get() as ScreenRequest)
  await expect(call).rejects.toMatchObject({ code: 'user_rejected' })

  const left = expectCall('sign-message', onLeft)
  close()
  expect(onLeft).toHaveBeenCalledExactlyOnceWith(null)
  void screens.show<'sign-message'>(signing('two'), left)
  expect(screens.current.get()).toBeNull()
})

test('of two of a kind the first comes first, also when it takes longer to read', async () => {
  const { screens, shown, expectCall } = setUp({ isHere: () => true })
  const [first, second] = ['one', 'two'].map(() => expectCall('sign-message'))
  void screens.show<'sign-message'>(signing('two'), second)
  void screens.show<'account'>({ kind: 'account' })
  const account = await shown()
  expect(account).toMatchObject({ kind: 'account' })
  void screens.show<'sign-message'>(signing('one'), first)
  screens.dismiss(account)
  expect(await shown(account)).toMatchObject({ message: 'one' })
})

test('a call that is being read keeps nobody of another kind waiting, and closes the dialog when it is over', async () => {
  const { screens, shell, comings, shown, expectCall } = setUpSlow()
  const place = expectCall('send-transaction')
  void screens.show<'account'>({ kind: 'account' })
  for (const { come } of comings) come()
  const account = await shown()
  expect(account).toMatchObject({ kind: 'account' })
  screens.dismiss(account)
  expect(shell.mock.lastCall?.[0]).toBe(true)
  screens.vacate(place)
  expect(shell.mock.lastCall?.[0]).toBe(false)
})

test.each([
  ['of one kind', 'sign-message'],
  ['of two kinds', 'send-transaction'],
] as const)(
  'calls %s of the same moment are shown in their order, whichever is read first',
  async (_, kind) => {
    const { screens, shell, shown } = setUp()
    const [first, second] = [screens.reserve(kind, () => {}), screens.reserve('sign-message', () => {})]
    void screens.show<'sign-message'>(signing('two'), second)
    await new Promise(resolve => setTimeout(resolve))
    expect(screens.current.get()).toBeNull()
    expect(shell).not.toHaveBeenCalled()
    void screens.show<'sign-message'>(signing('one'), first)
    const one = await shown()
    expect(one).toMatchObject({ message: 'one' })
    screens.resolve(one as never, { signature: '0x1' })
    expect(await shown(one)).toMatchObject({ message: 'two' })
  },
)

test('a reserved place draws nothing, and lets others through when its call is over or takes long', async () => {
  const { screens, shell, shown } = setUp()
  const [over, long] = [screens.reserve('link', () => {}), screens.reserve('update', () => {})]
  expect(screens.isAwaited.get()).toBe(false)
  void screens.show<'account'>({ kind: 'account' })
  screens.vacate(over)
  expect([screens.current.get(), shell.mock.calls]).toEqual([null, []])
  screens.expect(long)
  expect(await shown()).toMatchObject({ kind: 'account' })
  expect(screens.isAwaited.get()).toBe(true)
})

test('the end of a session ends calls that wait, and none that has just come', () => {
  const { screens, expectCall } = setUp()
  const [ended, goesOn] = [vi.fn(), vi.fn()]
  expectCall('sign-message', ended)
  screens.reserve('sign-message', goesOn)
  screens.endSessionScreens()
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'must_be_authenticated' }))
  expect(goesOn).not.toHaveBeenCalled()
})
