import { useEffect, useRef, useState } from 'react'
import type { Vitrine, VitrineError } from '../index.ts'
import { useClient } from './provider.tsx'

/** What a call tells, in the order in which it happens. Promises are awaited, but for that of `onMutate`. */
export interface MutationOptions<Data, Variables, Context = unknown> {
  /** Before the call, which does not wait for it: a window has to be opened in the person's own click. */
  onMutate?: ((variables: Variables) => Promise<Context> | Context) | undefined
  onSuccess?: ((data: Data, variables: Variables, context: Context) => unknown) | undefined
  onError?: ((error: VitrineError, variables: Variables, context: Context | undefined) => unknown) | undefined
  onSettled?:
    | ((
        data: Data | undefined,
        error: VitrineError | null,
        variables: Variables,
        context: Context | undefined,
      ) => unknown)
    | undefined
}

/** Of one call alone: these run after those of the hook, if no later call was made and the component is still mounted. */
export type MutateOptions<Data, Variables, Context = unknown> = Omit<
  MutationOptions<Data, Variables, Context>,
  'onMutate'
>

type MutateArguments<Data, Variables, Context> = undefined extends Variables
  ? [variables?: Variables, options?: MutateOptions<Data, Variables, Context>]
  : [variables: Variables, options?: MutateOptions<Data, Variables, Context>]

interface MutationFunctions<Data, Variables, Context> {
  /** Makes the call. What it rejects with is in `error` and told to `onError`; nothing is thrown. */
  readonly mutate: (...given: MutateArguments<Data, Variables, Context>) => void
  /** Makes the call, and settles as it does, also after a later call and after the component is gone. */
  readonly mutateAsync: (...given: MutateArguments<Data, Variables, Context>) => Promise<Data>
  /** Back to `idle`. A call that is under way goes on, and is no longer shown. */
  readonly reset: () => void
}

interface Idle {
  readonly status: 'idle'
  readonly data: undefined
  readonly error: null
  readonly variables: undefined
  readonly submittedAt: 0
  readonly isIdle: true
  readonly isPending: false
  readonly isSuccess: false
  readonly isError: false
}
interface Submitted<Variables> {
  readonly variables: Variables
  /** Milliseconds since 1970. */
  readonly submittedAt: number
  readonly isIdle: false
}
interface Pending<Variables> extends Submitted<Variables> {
  readonly status: 'pending'
  readonly data: undefined
  readonly error: null
  readonly isPending: true
  readonly isSuccess: false
  readonly isError: false
}
interface Success<Data, Variables> extends Submitted<Variables> {
  readonly status: 'success'
  readonly data: Data
  readonly error: null
  readonly isPending: false
  readonly isSuccess: true
  readonly isError: false
}
interface Failure<Variables> extends Submitted<Variables> {
  readonly status: 'error'
  readonly data: undefined
  readonly error: VitrineError
  readonly isPending: false
  readonly isSuccess: false
  readonly isError: true
}

/** How the latest call is, in the shape of a mutation of TanStack Query v5. */
export type Mutation<Data, Variables, Context = unknown> = MutationFunctions<Data, Variables, Context> &
  (Idle | Pending<Variables> | Success<Data, Variables> | Failure<Variables>)

interface State {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  readonly data?: unknown
  readonly error: unknown
  readonly variables?: unknown
  readonly submittedAt: number
}

const IDLE: State = { status: 'idle', data: undefined, error: null, variables: undefined, submittedAt: 0 }

/**
 * A call of the instance as a mutation: what the hooks of this package are made of, for methods that have none of their own.
 * It waits until the wallet is ready. Where it is, the call is made in the person's own click.
 *
 * @param work makes the call; always that of the last render
 * @param atOnce for a call that knows what to do before the wallet is ready, too
 *
 * @example
 * const unlink = useVitrineMutation((vitrine, account: AccountReference) => vitrine.unlink(account))
 * unlink.mutate({ type: 'email', address: 'ann@mail.example' })
 */
export function useVitrineMutation<Data, Variables = undefined, Context = unknown>(
  work: (vitrine: Vitrine, variables: Variables) => Promise<Data>,
  options: MutationOptions<Data, Variables, Context> = {},
  atOnce?: boolean,
): Mutation<Data, Variables, Context> {
  const client = useClient()
  const [state, setState] = useState(IDLE)
  const latest = useRef({ work, options })
  const call = useRef<object>(null)
  const isMounted = useRef(false)
  useEffect(() => {
    latest.current = { work, options }
  })
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const [functions] = useState((): MutationFunctions<Data, Variables, Context> => {
    const run = async (given: Variables, callbacks: MutateOptions<Data, Variables, Context> = {}) => {
      // `onClick={mutate}` hands over React's event.
      const variables = (given as { nativeEvent?: unknown } | undefined)?.nativeEvent
        ? (undefined as Variables)
        : given
      const { work, options } = latest.current
      const own = {}
      call.current = own
      const pending: State = { ...IDLE, status: 'pending', variables, submittedAt: Date.now() }
      setState(pending)
      let context: Context | undefined
      let data: Data | undefined
      let error: VitrineError | null = null
      const tell = async (to: MutateOptions<Data, Variables, Context>) => {
        if (error) await to.onError?.(error, variables, context)
        else await to.onSuccess?.(data as Data, variables, context as Context)
        await to.onSettled?.(data, error, variables, context)
      }
      try {
        const begun = options.onMutate?.(variables)
        const answer = client.call(vitrine => work(vitrine, variables), atOnce)
        // It is awaited after `onMutate`, which may fail first.
        answer.catch(() => {})
        context = await begun
        data = await answer
        await tell(options)
      } catch (cause) {
        error = cause as VitrineError
        data = undefined
        await tell(options).catch(reportError)
      }
      if (call.current === own) {
        setState({ ...pending, data, error, status: error ? 'error' : 'success' })
        if (isMounted.current) tell(callbacks).catch(reportError)
      }
      if (error) throw error
      return data as Data
    }
    const mutateAsync = run as MutationFunctions<Data, Variables, Context>['mutateAsync']
    return {
      mutateAsync,
      mutate(...given) {
        mutateAsync(...given).catch(() => {})
      },
      reset() {
        call.current = null
        setState(IDLE)
      },
    }
  })

  const { status } = state
  return {
    ...state,
    isIdle: status === 'idle',
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
    ...functions,
  } as Mutation<Data, Variables, Context>
}
