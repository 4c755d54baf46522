import * as z from 'zod/mini'

/** What the console and its preview document tell each other. The preview is of no origin; neither believes what the other sends. */

export const SCHEMES = ['config', 'light', 'dark'] as const

/** To the preview: the config to draw, whatever its form. `scheme`: in these colours instead of the config's own. */
export const toPreview = z.object({
  to: z.literal('vitrine:preview'),
  config: z.unknown(),
  scheme: z.enum(SCHEMES),
})
export type ToPreview = z.infer<typeof toPreview>

/** From it: that it can draw, and whether it draws the config that it has last. */
export const toConsole = z.object({
  to: z.literal('vitrine:console'),
  state: z.enum(['ready', 'shown', 'old']),
  /** Why it shows an older one. */
  reason: z.optional(z.string().check(z.maxLength(1000))),
})
export type ToConsole = z.infer<typeof toConsole>
