import * as z from 'zod/mini'
import { captchaToken } from './token.ts'

/** Marks the messages of the captcha document among whatever else a vendor's script posts. */
export const WIDGET_MESSAGE = 'vitrine:captcha'

/**
 * What the document that runs a vendor's script posts to the frame: `attention` when a person has something to do
 * there, then `token` or `failed`.
 */
export const widgetMessage = z.union([
  z.object({ type: z.literal(WIDGET_MESSAGE), event: z.literal('attention') }),
  z.object({
    type: z.literal(WIDGET_MESSAGE),
    event: z.literal('token'),
    token: captchaToken.check(z.minLength(1)),
  }),
  z.object({ type: z.literal(WIDGET_MESSAGE), event: z.literal('failed') }),
])
export type WidgetMessage = z.infer<typeof widgetMessage>

/** Path of that document, below the origin that runs it. */
export const widgetPath = (vendor: string, appId: string) => `/captcha/${vendor}/${appId}`
