import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'

/**
 * A part whose code comes with its first use; after a failure the next use tries again.
 * @throws VitrineError `service_unavailable` when it cannot be loaded
 */
export function lazily<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () => {
    loading ??= load().catch(cause => {
      loading = undefined
      throw clientError(
        'service_unavailable',
        'A part of the wallet could not be loaded. Check the connection, reload the page and try again.',
        { cause },
      )
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
