import { INLINE_PLACE } from '@vitrine/shared/bridge/policies.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOT_LOADED } from '../../core/lazy.ts'
import type { HandlerContext } from '../../requests/context.ts'
import { createReader, type ReaderParts } from './read-call.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function setUp({ status = 'authenticated', enforced = true } = {}) {
  const place = { kind: 'sign-message' } as const
  const queue = {
    reserve: vi.fn((..._: unknown[]) => place),
    expect: vi.fn(),
    vacate: vi.fn(),
    tellLost: vi.fn(() => true),
  }
  const show = vi.fn(async (..._: unknown[]) => ({ signature: '0x01' }))
  const requestLogin = vi.fn(async () => null)
  const context = {
    requestLogin,
    session: { get: () => ({ status }) },
    app: () => ({ enforce_wallet_uis: enforced }),
    config: { current: { get: () => ({ embeddedWallets: { showWalletUIs: false } }) } },
    screens: { show },
    notices: { send: vi.fn() },
  } as unknown as HandlerContext
  const take = vi.fn(async () => {})
  const parts = { context, queue, place: { take }, loadAsk: async () => null }
  const within = createReader(parts as unknown as ReaderParts)
  const leave = (error: unknown = null) =>
    (queue.reserve.mock.lastCall as unknown as [unknown, (error: unknown) => void])[1](error)
  return { within, queue, show, requestLogin, context, place, leave, take }
}
const SOON_MS = 30
const request = { kind: 'account' } as const
const forever = () => new Promise<never>(() => {})

test('a call that is refused at once has shown nothing', async () => {
  const { within, queue } = setUp()
  const refused = within('signMessage', {}, () => Promise.reject(clientError('invalid_data', 'No.')))
  await expect(refused).rejects.toMatchObject({ code: 'invalid_data' })
  vi.advanceTimersByTime(SOON_MS)
  expect(queue.expect).not.toHaveBeenCalled()
})

test('a call has its place before anything of it is read', () => {
  const { within, queue } = setUp()
  void within('signMessage', {}, forever)
  expect(queue.reserve).toHaveBeenCalledExactlyOnceWith('sign-message', expect.any(Function))
})

test('one that is read for longer has its place, which its screen takes', async () => {
  const { within, queue, show, place } = setUp()
  let goOn = () => {}
  const reading = new Promise<void>(resolve => {
    goOn = resolve
  })
  const call = within('openAccount', undefined, async ({ screens }) => {
    await reading
    return screens.show<'account'>(request)
  })
  vi.advanceTimersByTime(SOON_MS - 1)
  expect(queue.expect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(queue.reserve).toHaveBeenCalledExactlyOnceWith('account', expect.any(Function))
  expect(queue.expect).toHaveBeenCalledExactlyOnceWith(place)
  goOn()
  await call
  expect(show).toHaveBeenCalledExactlyOnceWith(request, place)
  expect(queue.vacate).toHaveBeenCalledWith(place)
})

test.each([
  ['signMessage', {}, { code: 'user_rejected' }],
  ['link', { method: 'sms' }, { code: 'exited_link_flow' }],
  ['ethereumRequest', { method: 'eth_sendTransaction' }, { code: 'user_rejected' }],
] as const)(
  'leaving %s ends it as leaving its screen does, and nothing of it is shown',
  async (name, argument, error) => {
    const { within, show, requestLogin, leave } = setUp()
    let goOn = () => {}
    const reading = new Promise<void>(resolve => {
      goOn = resolve
    })
    let asked: Promise<PromiseSettledResult<unknown>[]> | undefined
    const call = within(name, argument, async ({ screens, requestLogin }) => {
      await reading
      asked = Promise.allSettled([screens.show<'account'>(request), requestLogin({})])
      await asked
    })
    vi.advanceTimersByTime(SOON_MS)
    leave()
    await expect(call).rejects.toMatchObject(error)
    goOn()
    await vi.waitFor(() => expect(asked).toBeDefined())
    const ended = { status: 'rejected', reason: { code: 'user_rejected' } }
    expect(await asked).toMatchObject([ended, ended])
    expect(show).not.toHaveBeenCalled()
    expect(requestLogin).not.toHaveBeenCalled()
  },
)

test('leaving the account is no error', async () => {
  const { within, leave } = setUp()
  const call = within('openAccount', undefined, forever)
  vi.advanceTimersByTime(SOON_MS)
  leave()
  await expect(call).resolves.toBeUndefined()
})

test('code that does not come is told where it is waited for, and asked for again', async () => {
  const { within, queue } = setUp()
  const run = vi.fn()
  run.mockImplementationOnce(async () => {
    vi.advanceTimersByTime(SOON_MS)
    throw clientError('service_unavailable', NOT_LOADED)
  })
  run.mockResolvedValueOnce('done')
  const call = within('signMessage', {}, run)
  await vi.waitFor(() => expect(queue.tellLost).toHaveBeenCalledOnce())
  ;(queue.tellLost.mock.lastCall as unknown as [unknown, () => void])[1]()
  expect(await call).toBe('done')
})

test.each([
  ['what may run without a screen', 'signMessage', {}, { enforced: false }],
  ['a method that shows none', 'ethereumRequest', { method: 'eth_chainId' }, {}],
  ['a name that every object has', 'ethereumRequest', { method: 'constructor' }, {}],
  ['what is refused to nobody', 'ethereumRequest', { method: 'personal_sign' }, { status: 'anonymous' }],
  [
    'a silent connect',
    'solanaRequest',
    { method: 'connect', inputs: [{ silent: true }] },
    { status: 'anonymous' },
  ],
] as const)('%s has no place', async (_, name, argument, options) => {
  const { within, queue, context } = setUp(options)
  const run = vi.fn(async () => 1)
  await within(name, argument, run)
  expect(run).toHaveBeenCalledExactlyOnceWith(context)
  expect(queue.reserve).not.toHaveBeenCalled()
})

test('who is not logged in waits for the login that connecting leads to', () => {
  const { within, queue } = setUp({ status: 'anonymous' })
  void within('ethereumRequest', { method: 'eth_requestAccounts' }, forever)
  vi.advanceTimersByTime(SOON_MS)
  expect(queue.reserve).toHaveBeenCalledExactlyOnceWith('login', expect.any(Function))
  expect(queue.expect).toHaveBeenCalledOnce()
})

test.each([
  ['one', [true], true],
  ['none', [false], false],
  ['none by what is no boolean', ['true'], false],
  ['none by nothing', undefined, false],
])(
  'the page says of an element that there is %s, whoever is logged in, and no handler hears it',
  async (_, params, isThere) => {
    for (const status of ['authenticated', 'anonymous']) {
      const { within, queue, context, take } = setUp({ status })
      const run = vi.fn(async () => 1)
      await expect(within('ethereumRequest', { method: INLINE_PLACE, params }, run)).resolves.toBeUndefined()
      expect(take).toHaveBeenCalledExactlyOnceWith(isThere, context.notices)
      expect(run).not.toHaveBeenCalled()
      expect(queue.reserve).not.toHaveBeenCalled()
    }
  },
)

test('code of the place that does not come is told to the page', async () => {
  const { within, take } = setUp()
  take.mockRejectedValue(clientError('service_unavailable', NOT_LOADED))
  const telling = within('ethereumRequest', { method: INLINE_PLACE, params: [true] }, forever)
  await expect(telling).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('the same name in another chain’s provider says nothing of an element', async () => {
  const { within, take } = setUp()
  const run = vi.fn(async () => 1)
  await within('solanaRequest', { method: INLINE_PLACE, params: [true] } as never, run)
  expect(take).not.toHaveBeenCalled()
  expect(run).toHaveBeenCalledOnce()
})
