import * as z from 'zod/mini'

const known = { credentialId: z.string(), salt: z.string() }
/** What is asked of a passkey for recovery; base64url as in `RecoveryFacts`. */
const passkeyTask = z.union([
  z.object({ kind: z.literal('create'), userName: z.string() }),
  z.object({ kind: z.literal('read'), ...known }),
])
export type PasskeyTask = z.infer<typeof passkeyTask>

/**
 * What the frame and the window of a recovery passkey say to each other. Both are documents of the wallet origin, and each takes
 * a message only from the other one's window and only from this origin: the secret passes no site's page and no server.
 */
export const toWindow = z.object({
  to: z.literal('vitrine:recovery-window'),
  /** The pinned origin of the site around the frame. */
  site: z.string(),
  task: passkeyTask,
})
export type ToWindow = z.infer<typeof toWindow>

export const toFrame = z.union([
  z.object({ to: z.literal('vitrine:recovery-frame'), event: z.literal('ready') }),
  z.object({
    to: z.literal('vitrine:recovery-frame'),
    event: z.literal('response'),
    response: z.object({ method: z.literal('passkey'), secret: z.string(), ...known }),
  }),
])
export type ToFrame = z.infer<typeof toFrame>
