import type * as z from 'zod/mini'
import type { HttpClient } from './client.ts'

/** Calls that need no session. Paths are below `/api/v1`. */
export interface PlainCalls {
  /** E.g. `init`. */
  post<T>(path: string, body: object, answer: z.ZodMiniType<T>, signal: AbortSignal): Promise<T>
  /** E.g. the status of a login that another device answers. Asked a second time where the first fails. */
  get<T>(
    path: string,
    answer: z.ZodMiniType<T>,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<T>
}

export const plainCalls = (http: HttpClient): PlainCalls => ({
  get: (path, answer, signal, headers) =>
    http.request({ method: 'GET', path, answer, signal, ...(headers && { headers: async () => headers }) }),
  post: (path, body, answer, signal) => http.request({ method: 'POST', path, body, answer, signal }),
})
