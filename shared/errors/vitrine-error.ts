import type { ErrorCode } from './codes.ts'
import { REQUEST_TIMED_OUT } from './messages.ts'

export type ErrorType = 'api_error' | 'client_error' | 'connector_error'

/** What crosses a boundary in place of an error: never a stack, never a cause. */
export interface ErrorBody {
  readonly type: ErrorType
  readonly code: ErrorCode
  readonly message: string
  /** HTTP status; `api_error` only. */
  readonly status?: number
  /** Small structured facts for programs, e.g. `{eipCode: 4001}` or `{retryAfter: 30}` (seconds). */
  readonly data?: Readonly<Record<string, string | number | boolean | object>>
}

/**
 * The one error class of the product. `code` is stable public interface; `message` is for people.
 */
export class VitrineError extends Error implements ErrorBody {
  override readonly name = 'VitrineError'
  declare readonly type: ErrorType
  declare readonly code: ErrorCode
  declare readonly status?: number
  declare readonly data?: Readonly<Record<string, string | number | boolean | object>>

  constructor({ message, ...body }: ErrorBody, options?: ErrorOptions) {
    super(message, options)
    Object.assign(this, body)
  }
}

/** A `client_error`: raised on this side, before or instead of an HTTP call. */
export const clientError = (code: ErrorCode, message: string, options?: ErrorOptions) =>
  new VitrineError({ type: 'client_error', code, message }, options)

/**
 * Whatever took too long, in the one place and with the one message that the specification gives it (§8). What would help
 * beyond that goes into `data`, or is another code.
 */
export const TIMED_OUT = {
  type: 'client_error',
  code: 'client_request_timeout',
  message: REQUEST_TIMED_OUT,
} as const satisfies ErrorBody

export const requestTimedOut = ({ data, ...options }: ErrorOptions & Pick<ErrorBody, 'data'> = {}) =>
  new VitrineError({ ...TIMED_OUT, ...(data && { data }) }, options)

/** The message as a program gets it: a time limit has the specification's, whatever a screen said of it to the person. */
export const messageOf = ({ code, message }: Pick<ErrorBody, 'code' | 'message'>): string =>
  code === TIMED_OUT.code ? TIMED_OUT.message : message
