import { withLimit } from '../../core/with-limit.ts'

/**
 * What `work` comes to, or `late` after `ms` milliseconds, or what `signal` was aborted with. What comes later is dropped.
 */
export async function within<Result>(
  work: Promise<Result>,
  ms: number,
  signal: AbortSignal,
  late: () => Error,
): Promise<Result> {
  const [limit, end] = withLimit(signal, ms)
  try {
    return await new Promise((resolve, reject) => {
      const stop = () => reject(signal.aborted ? signal.reason : late())
      limit.addEventListener('abort', stop)
      if (limit.aborted) stop()
      work.then(resolve, reject)
    })
  } finally {
    end()
  }
}
