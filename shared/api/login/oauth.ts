import * as z from 'zod/mini'
import { begunFlow, granted } from '../oauth-flow.ts'
import { signUpMode } from '../sign-up-mode.ts'
import { stepUpFields } from '../step-up-fields.ts'
import { transferNonce } from '../transfer-fields.ts'

/** Contract §2.5, `/oauth`: a flow (`oauth-flow.ts`) of one of several providers. */

const provider = z.string().check(z.maxLength(80))

export const initRequest = z.object({ provider, ...begunFlow })

export const authenticateRequest = z.object({ provider, ...granted, mode: z.optional(signUpMode) })

/** Answered with the user, as `unlinkRequest` is. */
export const linkRequest = z.object({ provider, ...granted, ...stepUpFields })

/** Answered with the user. */
export const transferRequest = z.object({
  nonce: transferNonce,
  provider,
  userInfo: z.object({ subject: z.string().check(z.maxLength(255)) }),
})

export const unlinkRequest = z.object({
  provider,
  /** Looser than a subject, so that what is none is told apart from what is not linked. */
  subject: z._default(z.string().check(z.maxLength(1024)), ''),
  ...stepUpFields,
})
