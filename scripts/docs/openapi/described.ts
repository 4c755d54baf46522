import type { $ZodObject, $ZodType } from 'zod/v4/core'
import type { ServerErrorCode } from '../../../auth-server/errors/api-error.ts'
import type { Values } from './values.ts'

/** The facts of an operation that its route does not state. */
export interface Described {
  /** A few words that begin with a verb, without a full stop. */
  readonly summary: string
  /** Whole sentences: the effect of the call, then its conditions. */
  readonly description: string
  /** The schema of the response. `null`: the response has no JSON body of ours. */
  readonly answer: $ZodType | null
  readonly query?: $ZodObject
  /** Optional request headers besides those of the security schemes, with a description of each. */
  readonly headers?: Readonly<Record<string, string>>
  /** The error codes that the work of the route adds to those of its guards (`errors.ts`). */
  readonly codes?: readonly ServerErrorCode[]
  /** Example values by field name, where the common ones (`values.ts`) do not fit this operation. */
  readonly values?: Values
}

/** Operations by verb and path below `/api/v1`, e.g. `POST /sessions`. */
export type DescribedRoutes = Readonly<Record<string, Described>>

export const MFA_HEADER = {
  'vitrine-mfa-token':
    'The token of a second factor (`/mfa/…/verify`). It is needed if the user has a second factor.',
}
