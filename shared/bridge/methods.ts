import type * as z from 'zod/mini'
import type { ErrorBody } from '../errors/vitrine-error.ts'
import type { FRAME_METHODS, HOST_METHODS, hostNotice } from './schemas.ts'
import type { PageCall } from './wallet-relay.ts'

/**
 * The whole wire as derived types: a payload that does not fit the contract does not compile. This file has types only,
 * so the host script carries no schema library; the schemas themselves stand in `schemas.ts`, which only the frame loads.
 */
export type FrameMethodName = keyof typeof FRAME_METHODS
export type FrameArgument<M extends FrameMethodName> = z.input<(typeof FRAME_METHODS)[M]['argument']>
export type FrameResult<M extends FrameMethodName> = z.infer<(typeof FRAME_METHODS)[M]['result']>

/** What every method answers over the port. An `Error` object never crosses: penpal would send its stack. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorBody }

/** What the frame tells the page, one-way. */
export type HostNotice = z.infer<typeof hostNotice>
/** What the page serves to the frame. `notify` is one-way; the others never fail: penpal's errors carry a stack. */
export type HostMethods = {
  notify(notice: HostNotice): void
} & {
  [M in Exclude<keyof typeof HOST_METHODS, 'navigate' | 'wallets'>]: () => Promise<HostResult<M>>
} & {
  /** @param url absent: only the address is asked for. See `host-sdk/leave-page.ts` */
  navigate(url?: string): Promise<HostResult<'navigate'>>
  /** @returns a `RelayAnswer`, also to what it does not know */
  wallets(call: PageCall): Promise<HostResult<'wallets'>>
}
export type HostResult<M extends keyof typeof HOST_METHODS> = z.infer<(typeof HOST_METHODS)[M]['result']>
/** Public events by name (host-api.md, "State and events"), as far as the frame raises them. */
export type FrameEvents = {
  [E in Extract<HostNotice, { type: 'event' }>['event'] as E['name']]: E['payload']
}
export type PublicState = Extract<HostNotice, { type: 'state' }>['state']

/** Frame-side implementation: every argument is validated before, every result after. */
export type FrameHandlers = {
  readonly [M in FrameMethodName]: (
    argument: z.infer<(typeof FRAME_METHODS)[M]['argument']>,
  ) => Promise<FrameResult<M>> | FrameResult<M>
}
