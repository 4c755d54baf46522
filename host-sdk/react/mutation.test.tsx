// @vitest-environment jsdom
import { LOGIN_RESULT } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act, useEffect, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoginOptions, LoginResult, Vitrine } from '../index.ts'
import { type Mutation, type MutationOptions, useVitrineMutation } from './mutation.ts'
import { useLogin } from './mutations.ts'
import { clearReact, drawHook, load, prepareReact, reported, until } from './testing/draw.tsx'
import { useVitrine } from './use-vitrine.ts'

const NOTHING = { data: undefined, error: null, variables: undefined, submittedAt: 0 }
const LEFT = clientError('exited_auth_flow', 'The person closed the dialog.')

/** A call that the test settles. */
function controlled() {
  const settle: { resolve(data: string): void; reject(error: Error): void }[] = []
  const work = vi.fn(
    (_vitrine: Vitrine, _variables: string) =>
      new Promise<string>((resolve, reject) => settle.push({ resolve, reject })),
  )
  return { settle, work }
}

const drawMutation = async (
  work: (vitrine: Vitrine, variables: string) => Promise<string>,
  options?: MutationOptions<string, string, string>,
) => {
  const hook = await drawHook(() => ({
    mutation: useVitrineMutation<string, string, string>(work, options),
    ready: useVitrine().ready,
  }))
  load()
  await until(() => expect(hook.get().ready).toBe(true))
  return { get: (): Mutation<string, string, string> => hook.get().mutation, show: hook.show }
}

beforeEach(prepareReact)
afterEach(async () => {
  await clearReact()
  vi.unstubAllGlobals()
})

describe('a mutation', () => {
  it('goes from idle over pending to success, in the shape of TanStack Query', async () => {
    const { settle, work } = controlled()
    const { get } = await drawMutation(work)
    const { mutate, mutateAsync, reset, ...idle } = get()
    const flags = { isIdle: false, isPending: false, isSuccess: false, isError: false }
    expect(idle).toEqual({ ...NOTHING, ...flags, status: 'idle', isIdle: true })
    const before = Date.now()
    await act(async () => mutate('a'))
    const { submittedAt } = get()
    expect(submittedAt).toBeGreaterThanOrEqual(before)
    expect(get()).toMatchObject({
      ...NOTHING,
      variables: 'a',
      submittedAt,
      status: 'pending',
      ...flags,
      isPending: true,
    })
    await act(async () => settle[0]?.resolve('done'))
    expect(get()).toEqual({
      ...flags,
      status: 'success',
      isSuccess: true,
      data: 'done',
      error: null,
      variables: 'a',
      submittedAt,
      mutate,
      mutateAsync,
      reset,
    })
  })

  it('has what it rejected with; `mutate` throws nothing, `mutateAsync` rejects with the same', async () => {
    const { get } = await drawMutation(async () => {
      throw LEFT
    })
    await act(async () => get().mutate('a'))
    expect(get()).toMatchObject({
      status: 'error',
      isError: true,
      error: LEFT,
      data: undefined,
      variables: 'a',
    })
    await act(async () => {
      await expect(get().mutateAsync('b')).rejects.toBe(LEFT)
    })
  })

  it('makes its call in the click, before anything is awaited, also of `onMutate`', async () => {
    const { work } = controlled()
    const { get } = await drawMutation(work, { onMutate: () => new Promise(() => {}) })
    await act(async () => {
      get().mutate('a')
      expect(work).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ login: expect.anything() }), 'a')
    })
  })

  it('fails with what `onMutate` rejects with, and leaves no rejection of its call unheard', async () => {
    const error = new Error('The page')
    const { get } = await drawMutation(
      async () => {
        throw LEFT
      },
      {
        async onMutate() {
          throw error
        },
      },
    )
    await act(async () => {
      await expect(get().mutateAsync('a')).rejects.toBe(error)
    })
    expect(get()).toMatchObject({ status: 'error', error })
  })

  it('tells the callbacks of the hook, then those of the call, with what `onMutate` gave', async () => {
    const { settle, work } = controlled()
    const told: unknown[][] = []
    const listen = (name: string) => ({
      onSuccess: (...given: unknown[]) => void told.push([`${name} success`, ...given]),
      onError: (...given: unknown[]) => void told.push([`${name} error`, ...given]),
      onSettled: (...given: unknown[]) => void told.push([`${name} settled`, ...given]),
    })
    const { get } = await drawMutation(work, { onMutate: async it => `${it}!`, ...listen('hook') })
    await act(async () => get().mutate('a', listen('call')))
    await act(async () => settle[0]?.resolve('done'))
    expect(told.splice(0)).toEqual([
      ['hook success', 'done', 'a', 'a!'],
      ['hook settled', 'done', null, 'a', 'a!'],
      ['call success', 'done', 'a', 'a!'],
      ['call settled', 'done', null, 'a', 'a!'],
    ])
    await act(async () => get().mutate('b', listen('call')))
    await act(async () => settle[1]?.reject(LEFT))
    expect(told).toEqual([
      ['hook error', LEFT, 'b', 'b!'],
      ['hook settled', undefined, LEFT, 'b', 'b!'],
      ['call error', LEFT, 'b', 'b!'],
      ['call settled', undefined, LEFT, 'b', 'b!'],
    ])
  })

  it('shows the latest call alone, and the promise of each settles', async () => {
    const { settle, work } = controlled()
    const { get } = await drawMutation(work)
    const onSuccess = vi.fn()
    let first: Promise<string> | undefined
    await act(async () => {
      first = get().mutateAsync('a', { onSuccess })
      get().mutate('b', { onSuccess })
    })
    await act(async () => settle[1]?.resolve('second'))
    await act(async () => settle[0]?.resolve('first'))
    expect(await first).toBe('first')
    expect(get()).toMatchObject({ data: 'second', variables: 'b' })
    expect(onSuccess).toHaveBeenCalledExactlyOnceWith('second', 'b', undefined)
  })

  it('is idle again after `reset`, and stays so when the call ends', async () => {
    const { settle, work } = controlled()
    const { get } = await drawMutation(work)
    await act(async () => get().mutate('a'))
    await act(async () => get().reset())
    await act(async () => settle[0]?.resolve('late'))
    expect(get()).toMatchObject({ ...NOTHING, status: 'idle' })
  })

  it('settles after its component is gone, where the hook hears of it and the call’s callbacks do not', async () => {
    const { settle, work } = controlled()
    const [ofHook, ofCall] = [vi.fn(), vi.fn()]
    const { get, show } = await drawMutation(work, { onSuccess: ofHook })
    let answer: Promise<string> | undefined
    await act(async () => {
      answer = get().mutateAsync('a', { onSuccess: ofCall })
    })
    await show(false)
    await act(async () => settle[0]?.resolve('done'))
    expect(await answer).toBe('done')
    expect(ofHook).toHaveBeenCalledOnce()
    expect(ofCall).not.toHaveBeenCalled()
  })

  it('fails with what a callback of the hook throws, and reports what others throw', async () => {
    const error = new Error('The page')
    const { get } = await drawMutation(async () => 'done', {
      onSuccess() {
        throw error
      },
      onSettled() {
        throw error
      },
    })
    await act(async () => {
      await expect(get().mutateAsync('a')).rejects.toBe(error)
    })
    expect(get()).toMatchObject({ status: 'error', error, data: undefined })
    expect(reported).toHaveBeenCalledExactlyOnceWith(error)
  })

  it('takes a press for no variables: `onClick={mutate}`', async () => {
    const { work } = controlled()
    const { get } = await drawMutation(work)
    await act(async () => get().mutate({ nativeEvent: new Event('click') } as never))
    expect(work).toHaveBeenCalledExactlyOnceWith(expect.anything(), undefined)
  })

  it('has functions that stay the same, and makes calls by what the last render gave', async () => {
    let rendered = 0
    const hook = await drawHook(() => {
      const own = ++rendered
      return {
        mutation: useVitrineMutation(async () => own),
        ready: useVitrine().ready,
      }
    })
    load()
    const { mutate, mutateAsync, reset } = hook.get().mutation
    await until(() => expect(hook.get().ready).toBe(true))
    expect(hook.get().mutation).toMatchObject({ mutate, mutateAsync, reset })
    const before = rendered
    await act(async () => {
      expect(await mutateAsync()).toBe(before)
    })
  })
})

describe('a call before the wallet is ready', () => {
  const drawLogin = (options?: MutationOptions<LoginResult, LoginOptions | undefined>) =>
    drawHook(() => useLogin(options))

  it('waits for it, however often it is made', async () => {
    const work = vi.fn(async () => 'done')
    const hook = await drawHook(() => useVitrineMutation(work))
    await act(async () => hook.get().mutate())
    expect(hook.get().status).toBe('pending')
    expect(work).not.toHaveBeenCalled()
    load()
    await until(() => expect(hook.get().status).toBe('success'))
    expect(work).toHaveBeenCalledOnce()
  })

  it('of an effect that runs before the provider’s waits for the instance, too', async () => {
    const work = vi.fn(async () => 'done')
    const hook = await drawHook(() => {
      const mutation = useVitrineMutation(work)
      useOnce(() => mutation.mutate())
      return mutation
    })
    load()
    await until(() => expect(hook.get().status).toBe('success'))
  })

  it('rejects with why the wallet cannot be ready', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const hook = await drawHook(() => useVitrineMutation(async () => 'done'))
    await act(async () => hook.get().mutate())
    load({
      hello() {
        throw clientError('invalid_origin', 'This page is not listed.')
      },
    })
    await until(() => expect(hook.get()).toMatchObject({ error: { code: 'invalid_origin' } }))
    consoleError.mockRestore()
  })

  it('opens one login as soon as it is, and tells the person when that takes long', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    const login = vi.fn(() => LOGIN_RESULT)
    const hook = await drawLogin()
    await act(async () => hook.get().mutate({ loginMethods: ['email'] }))
    await until(() => expect(document.querySelector('dialog')?.open).toBe(true))
    load({ login })
    await until(() => expect(hook.get().data).toEqual(LOGIN_RESULT))
    expect(login).toHaveBeenCalledExactlyOnceWith({ loginMethods: ['email'] })
    expect(document.querySelector('dialog')?.open).toBe(false)
  })

  it('ends with the provider', async () => {
    const hook = await drawHook(() => useVitrineMutation(async () => 'done'))
    const answer = hook.get().mutateAsync()
    const refused = expect(answer).rejects.toMatchObject({ code: 'instance_destroyed' })
    await clearReact()
    await refused
  })
})

/** Once, also under StrictMode. */
function useOnce(work: () => void) {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isDone.current) work()
    isDone.current = true
  })
}
