import * as z from 'zod/mini'
import { begunFlow, granted } from '../oauth-flow.ts'
import { signUpMode } from '../sign-up-mode.ts'
import { stepUpFields } from '../step-up-fields.ts'
import { transferNonce } from '../transfer-fields.ts'

/**
 * Contract §2.4, `/telegram`: a flow (`oauth-flow.ts`). What Telegram says of a person, from its login page or of a Mini App, is
 * the flow's answer: sealed for the signer, which alone has the bot's token to check it by. The API process sees none.
 */
export const initRequest = z.object(begunFlow)

/** How old what Telegram says may be: of its login page, and of a Mini App, which may have been open for a while. Seconds. */
export const RESULT_MAX_AGE_S = 10 * 60
export const LAUNCH_MAX_AGE_S = 60 * 60

export const authenticateRequest = z.object({ ...granted, mode: z.optional(signUpMode) })

/** Answered with the user, as `unlinkRequest` is. */
export const linkRequest = z.object({ ...granted, ...stepUpFields })

/** Answered with the user. */
export const transferRequest = z.object({
  nonce: transferNonce,
  telegram_user_id: z.string().check(z.maxLength(20)),
})

export const unlinkRequest = z.object({
  telegram_user_id: z.string().check(z.maxLength(20)),
  ...stepUpFields,
})
