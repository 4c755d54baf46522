import * as z from 'zod/mini'
import { FETCH_BODY_LIMIT } from './policies.ts'

const id = z.string().check(z.minLength(1), z.maxLength(64))
/** RFC 9110 §5.6.2, "token". */
const headerName = z.string().check(z.maxLength(256), z.regex(/^[\w!#$%&'*+.^`|~-]+$/))
const headerValue = z.string().check(z.maxLength(8192))
/** By hand: zod's rules for tuples would stand in the frame's first files. */
const header = z.custom<[name: string, value: string]>(
  it =>
    Array.isArray(it) &&
    it.length === 2 &&
    headerName.safeParse(it[0]).success &&
    headerValue.safeParse(it[1]).success,
)

/**
 * One step of `vitrine.fetch`. A page opens a response under an id of its own, reads it piece by piece, and may give it up at
 * any time. The page pulls, so a slow reader slows the backend down and fills nobody's memory.
 */
export const fetchStep = z.object({ do: z.enum(['open', 'read', 'cancel']), id })
/** What `open` says besides. */
export const fetchOpen = z.object({
  do: z.literal('open'),
  id,
  url: z.string().check(z.maxLength(8192)),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  headers: z.array(header).check(z.maxLength(64)),
  body: z.optional(z.instanceof(Uint8Array).check(z.refine(body => body.length <= FETCH_BODY_LIMIT))),
})
export type FetchOpen = z.infer<typeof fetchOpen>
export type FetchCall = FetchOpen | { readonly do: 'read' | 'cancel'; readonly id: string }

/** What `open` answers, once the backend has sent its headers. */
export interface FetchHead {
  readonly url: string
  readonly status: number
  readonly statusText: string
  /** As far as the backend lets a page of another origin read them (CORS). */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Without a body there is nothing to read. */
  readonly hasBody: boolean
}

/** What `read` answers: a piece, the end, or neither when nothing has come for a while; the page then asks again. */
export interface FetchPiece {
  readonly piece?: Uint8Array<ArrayBuffer>
  readonly done?: true
}
