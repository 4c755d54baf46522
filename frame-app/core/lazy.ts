import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'

export const NOT_LOADED =
  'A part of the wallet could not be loaded. Check the connection, reload the page and try again.'

export const notLoaded = (cause: unknown) => clientError('service_unavailable', NOT_LOADED, { cause })

/**
 * A part whose code comes with its first use; after a failure the next use tries again.
 * @param code and `message` of what is thrown when it cannot be loaded
 * @throws VitrineError `service_unavailable`, unless another code is given
 */
export function lazily<Part>(
  load: () => Promise<Part>,
  code: ErrorCode = 'service_unavailable',
  message = NOT_LOADED,
): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () => {
    loading ??= load().catch(cause => {
      loading = undefined
      throw clientError(code, message, { cause })
    })
    return loading
  }
}

/** A function of such a part. */
export const later = <Argument, Result>(load: () => Promise<(argument: Argument) => Result>) => {
  const part = lazily(load)
  return async (argument: Argument): Promise<Awaited<Result>> => await (await part())(argument)
}

type AsyncMethod = (...given: never[]) => Promise<unknown>

/**
 * The named async methods of such a part: each brings the part, then forwards the call.
 * @param load as `lazily` makes it
 */
export function lazyObject<Part, Name extends keyof Part & string>(
  load: () => Promise<Part & Record<Name, AsyncMethod>>,
  names: readonly Name[],
): Pick<Part, Name> {
  const forward =
    (name: Name): AsyncMethod =>
    async (...given) =>
      (await load())[name](...given)
  return Object.fromEntries(names.map(name => [name, forward(name)])) as unknown as Pick<Part, Name>
}
