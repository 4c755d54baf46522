import { assertion, attestation, creationOptions, requestOptions } from '@vitrine/shared/api/login/passkey.ts'
import * as z from 'zod/mini'

/**
 * What the frame and its passkey window say to each other. Both are documents of the wallet origin, and each takes a
 * message only from the other one's window and only from this origin. No flow id stands in the window's address: a link
 * that somebody else sends opens a window that has nobody to ask and nobody to answer to.
 */
export const toWindow = z.object({
  to: z.literal('vitrine:passkey-window'),
  /** The pinned origin of the site around the frame. */
  site: z.string(),
  ceremony: z.union([
    z.object({
      kind: z.literal('create'),
      options: creationOptions,
      hints: z.array(z.enum(['security-key', 'client-device', 'hybrid'])),
    }),
    z.object({ kind: z.literal('get'), options: requestOptions }),
  ]),
})
export type ToWindow = z.infer<typeof toWindow>

export const toFrame = z.union([
  z.object({ to: z.literal('vitrine:passkey-frame'), event: z.literal('ready') }),
  z.object({
    to: z.literal('vitrine:passkey-frame'),
    event: z.literal('response'),
    response: z.union([
      z.object({ kind: z.literal('create'), response: attestation }),
      z.object({ kind: z.literal('get'), response: assertion }),
    ]),
  }),
])
export type ToFrame = z.infer<typeof toFrame>
