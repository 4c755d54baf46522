import * as z from 'zod/mini'

const words = (limit: number) => z.optional(z.string().check(z.maxLength(limit)))
const flag = z.optional(z.boolean())
const link = z.optional(z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/\S+$/)))
/** An address, or a picture in the option itself (`data:`); which of them is shown says `site-image.ts`. */
const image = z.optional(z.string().check(z.maxLength(65_536), z.regex(/^(?:https?:\/\/|data:image\/)\S+$/)))

/**
 * How a site wishes a signature's screen to read (contract §12.3). Its words stand beside ours and never in their place;
 * `isCancellable: false` hides Close, and Reject always stays.
 */
export const signUiOptions = z.object({
  /** Honoured only where the server's `enforce_wallet_uis` permits it; see `requests/decide.ts`. */
  showWalletUIs: flag,
  title: words(80),
  description: words(300),
  buttonText: words(40),
  iconUrl: image,
  isCancellable: flag,
})
export type SignUiOptions = z.infer<typeof signUiOptions>

/** The same for a transaction that is sent (contract §12.3). */
export const sendUiOptions = z.object({
  showWalletUIs: flag,
  description: words(300),
  buttonText: words(40),
  transactionInfo: z.optional(
    z.object({
      title: words(80),
      action: words(80),
      contractInfo: z.optional(
        z.object({
          url: link,
          name: words(80),
          imgUrl: image,
          imgAltText: words(80),
          imgSize: z.optional(z.enum(['sm', 'lg'])),
        }),
      ),
    }),
  ),
  successHeader: words(80),
  successDescription: words(300),
  isCancellable: flag,
})
export type SendUiOptions = z.infer<typeof sendUiOptions>
