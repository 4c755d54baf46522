import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { MFA_LIFETIME_MS } from '@vitrine/shared/mfa/limits.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '../core/store.ts'
import { ASKED_LIMIT_MS, createMfa } from './mfa.ts'

const TOKEN = `${'1'.repeat(13)}.${'t'.repeat(43)}`
const missing = () => clientError('missing_or_invalid_mfa', 'A second factor is needed.')
const unenrolled = () => clientError('missing_mfa_enrollment', 'There is none.')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** @param kind of the screen on show; `null`: nothing is */
function setUp({ kind = 'sign-message' as string | null, isPageAsking = false, hasFactor = true } = {}) {
  const shown = createStore(kind === null ? null : { kind })
  const carried: (string | undefined)[] = []
  const lockVault = vi.fn(async () => {})
  const show = vi.fn(() => new Promise<unknown>(() => {}))
  const tellPage = vi.fn()
  let other = () => {}
  const mfa = createMfa({
    carry: async token => void carried.push(token),
    lockVault,
    shown,
    show,
    methods: () => ['totp'],
    hasFactor: () => hasFactor,
    isPageAsking: () => isPageAsking,
    tellPage,
    onOtherPerson(listener) {
      other = listener
    },
  })
  const questions = vi.fn()
  mfa.asked.subscribe(() => questions(mfa.asked.get()?.kind ?? null))
  /** As the screen does. */
  const prove = async () => {
    await vi.waitFor(() => expect(mfa.asked.get()).not.toBeNull())
    await mfa.keep(TOKEN)
    mfa.asked.get()?.onDone()
  }
  /** Work that the server does once there is a proof. */
  const guarded = () =>
    vi.fn(async () => {
      if (carried.at(-1) !== TOKEN) throw missing()
      return 'done'
    })
  return { mfa, shown, carried, lockVault, show, tellPage, questions, prove, guarded, leave: () => other() }
}

describe('an operation that takes a second factor', () => {
  test('asks, and runs again once with the proof; the next one is not asked again', async () => {
    const { mfa, prove, guarded, questions } = setUp()
    const work = guarded()
    const running = mfa.run(work)
    await prove()
    expect(await running).toBe('done')
    expect(work).toHaveBeenCalledTimes(2)
    const next = guarded()
    expect(await mfa.run(next)).toBe('done')
    expect(next).toHaveBeenCalledOnce()
    expect(questions.mock.calls).toEqual([['prove'], [null]])
  })

  test('runs again no more than once: what is refused then is the answer', async () => {
    const { mfa, prove } = setUp()
    const work = vi.fn(async () => Promise.reject(missing()))
    const running = mfa.run(work)
    void prove()
    await expect(running).rejects.toMatchObject({ code: 'missing_or_invalid_mfa' })
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('two at once ask once, also where one is refused after the other was proven', async () => {
    const { mfa, prove, guarded, questions } = setUp()
    let refuse = (_: unknown) => {}
    const late = vi
      .fn<() => Promise<string>>()
      .mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)))
      .mockResolvedValueOnce('late')
    const all = [mfa.run(guarded()), mfa.run(guarded()), mfa.run(late)]
    await prove()
    refuse(missing())
    expect(await Promise.all(all)).toEqual(['done', 'done', 'late'])
    expect(questions.mock.calls).toEqual([['prove'], [null]])
  })

  test('that a person leaves ends with that, and so does one that nobody answers', async () => {
    const { mfa, guarded } = setUp()
    const left = mfa.run(guarded())
    await vi.waitFor(() => expect(mfa.asked.get()).not.toBeNull())
    mfa.asked.get()?.onLeft()
    await expect(left).rejects.toMatchObject({ code: 'mfa_canceled' })
    const refused = mfa.run(guarded())
    await vi.waitFor(() => expect(mfa.asked.get()).not.toBeNull())
    mfa.asked.get()?.onLeft(clientError('mfa_verification_max_attempts_reached', 'Later.'))
    await expect(refused).rejects.toMatchObject({ code: 'mfa_verification_max_attempts_reached' })
    const forgotten = mfa.run(guarded())
    const told = expect(forgotten).rejects.toMatchObject({ code: 'mfa_timeout' })
    await vi.advanceTimersByTimeAsync(ASKED_LIMIT_MS)
    await told
    expect(mfa.asked.get()).toBeNull()
  })

  test('that is given up takes the question along, unless another waits for it', async () => {
    const { mfa, prove, guarded } = setUp()
    const [one, two] = [new AbortController(), new AbortController()]
    const first = mfa.run(guarded(), { signal: one.signal })
    const second = mfa.run(guarded(), { signal: two.signal })
    await vi.waitFor(() => expect(mfa.asked.get()).not.toBeNull())
    one.abort(new Error('closed'))
    await expect(first).rejects.toThrow('closed')
    expect(mfa.asked.get()).not.toBeNull()
    await prove()
    expect(await second).toBe('done')
    const third = setUp()
    const alone = third.mfa.run(third.guarded(), { signal: two.signal })
    await vi.waitFor(() => expect(third.mfa.asked.get()).not.toBeNull())
    two.abort(new Error('closed'))
    await expect(alone).rejects.toThrow('closed')
    expect(third.mfa.asked.get()).toBeNull()
  })

  test('has a factor set up where there is none, and then proven', async () => {
    const { mfa, prove, guarded, questions } = setUp({ hasFactor: false })
    const proven = guarded()
    const work = vi.fn(proven).mockRejectedValueOnce(unenrolled())
    const running = mfa.run(work)
    await vi.waitFor(() => expect(mfa.asked.get()?.kind).toBe('enroll'))
    mfa.asked.get()?.onDone()
    await prove()
    expect(await running).toBe('done')
    expect(questions.mock.calls).toEqual([['enroll'], [null], ['prove'], [null]])
  })

  test('waits for nobody where nobody may be asked: a login that no person sees does not hang', async () => {
    const { mfa, guarded, questions, tellPage } = setUp({ kind: null, isPageAsking: true })
    await expect(mfa.run(guarded(), { mayAsk: false })).rejects.toMatchObject({
      code: 'missing_or_invalid_mfa',
    })
    expect([questions.mock.calls, tellPage.mock.calls]).toEqual([[], []])
  })

  test('that fails for another reason is as it was', async () => {
    const { mfa, questions } = setUp()
    await expect(mfa.run(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    expect(questions).not.toHaveBeenCalled()
  })
})

test('where no screen is on show the question brings one; what closes that has left it', async () => {
  const { mfa, show, shown, guarded } = setUp({ kind: null })
  let close = () => {}
  show.mockImplementationOnce(
    () =>
      new Promise(resolve => {
        close = () => resolve(undefined)
      }),
  )
  const running = mfa.run(guarded())
  await vi.waitFor(() => expect(show).toHaveBeenCalledOnce())
  shown.set({ kind: 'prompt-mfa' })
  close()
  await expect(running).rejects.toMatchObject({ code: 'mfa_canceled' })
})

test('a question whose card is gone is asked in a screen of its own', async () => {
  const { mfa, show, shown, guarded, prove } = setUp()
  const running = mfa.run(guarded())
  await vi.waitFor(() => expect(mfa.asked.get()).not.toBeNull())
  expect(show).not.toHaveBeenCalled()
  shown.set(null)
  expect(show).toHaveBeenCalledOnce()
  await prove()
  expect(await running).toBe('done')
})

describe('a page that asks its person itself', () => {
  test('has its call refused, and hears of the factors', async () => {
    const { mfa, guarded, questions, tellPage } = setUp({ isPageAsking: true })
    await expect(mfa.run(guarded())).rejects.toMatchObject({ code: 'missing_or_invalid_mfa' })
    expect(tellPage).toHaveBeenCalledExactlyOnceWith(['totp'])
    expect(questions).not.toHaveBeenCalled()
  })

  test.each(['account', 'enroll-mfa', 'unenroll-mfa'])(
    'has no part in what a person does in %s',
    async kind => {
      const { mfa, guarded, prove, tellPage } = setUp({ isPageAsking: true, kind })
      const running = mfa.run(guarded())
      await prove()
      expect(await running).toBe('done')
      expect(tellPage).not.toHaveBeenCalled()
    },
  )

  test('brings the question, once for as long as the proof is good', async () => {
    const { mfa, prove, questions } = setUp({ isPageAsking: true })
    const prompted = mfa.prompt()
    await prove()
    await prompted
    await mfa.prompt()
    expect(questions.mock.calls).toEqual([['prove'], [null]])
    await expect(setUp({ hasFactor: false }).mfa.prompt()).rejects.toMatchObject({
      code: 'missing_mfa_enrollment',
    })
  })
})

describe('the proof', () => {
  test('ends before its time does, with what it opened on the device', async () => {
    const { mfa, carried, lockVault } = setUp()
    await mfa.keep(TOKEN)
    await vi.advanceTimersByTimeAsync(MFA_LIFETIME_MS - 6_000)
    expect([carried, lockVault.mock.calls]).toEqual([[TOKEN], []])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(carried).toEqual([TOKEN, undefined])
    expect(lockVault).toHaveBeenCalledOnce()
  })

  test('that the server refuses, and that of another person, is carried no more', async () => {
    const { mfa, carried, leave } = setUp({ isPageAsking: true })
    await mfa.keep(TOKEN)
    await expect(mfa.run(() => Promise.reject(missing()))).rejects.toThrow()
    expect(carried).toEqual([TOKEN, undefined])
    await mfa.keep(TOKEN)
    leave()
    expect(carried).toEqual([TOKEN, undefined, TOKEN, undefined])
  })
})
