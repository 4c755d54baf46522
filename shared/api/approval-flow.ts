import * as z from 'zod/mini'

/**
 * An approval in a window that the site's page has cut off from the frame (`Cross-Origin-Opener-Policy`): request and answer go
 * by the server, which reads neither. Paths are below `/api/v1/approval_flows`.
 */
export const APPROVAL_FLOWS = '/approval_flows'
/** As long as a person may take. */
export const FLOW_LIFETIME_MS = 5 * 60_000
/** Bytes of a sealed review: one of the longest message, as text and as data, in base64url. */
export const OFFER_LIMIT_BYTES = 700 * 1024

const base64url = (least: number, most: number) =>
  z.string().check(z.minLength(least), z.maxLength(most), z.regex(/^[A-Za-z0-9_-]+$/))

/** 16 random bytes of the frame's. */
const flowId = base64url(22, 22)

/** `POST /offer`, by the frame. */
export const flowInit = z.object({ flow_id: flowId, offer: base64url(40, OFFER_LIMIT_BYTES - 100) })
/** `POST /claim`, by the window: once. */
export const flowClaim = z.object({ flow_id: flowId })
export const flowOffer = z.object({ offer: z.string() })
/** `POST /answer`, by the window: once. */
export const flowAnswer = z.object({ flow_id: flowId, answer: base64url(40, 512) })
/** `POST /close`, by the frame: what became of the request. A flow that is closed can be neither claimed nor answered. */
export const flowClose = z.object({ flow_id: flowId, outcome: base64url(40, 32 * 1024) })
/** `POST /outcome`, by the window. `is_taken`: the frame has the answer. `outcome`: as it was sealed by the frame. */
export const flowOutcome = z.object({
  is_claimed: z.boolean(),
  is_answered: z.boolean(),
  is_taken: z.boolean(),
  outcome: z.nullable(z.string()),
})
/** `POST /status`, by the frame. */
export const flowStatus = z.object({ is_claimed: z.boolean(), answer: z.nullable(z.string()) })
export const flowDone = z.object({ success: z.literal(true) })
