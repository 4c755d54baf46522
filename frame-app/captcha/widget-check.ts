import type { Vendor } from '@vitrine/shared/captcha/provider.ts'
import { widgetMessage, widgetPath } from '@vitrine/shared/captcha/widget-message.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'

/** A captcha vendor's document, to be shown in a sandboxed frame. */
export interface CaptchaWidget {
  readonly vendor: Vendor
  readonly url: string
  /** Its origin is not the wallet's, so the sandbox may leave it that. */
  readonly keepsOrigin: boolean
  /** Whether a person has something to do there; until then it stays unseen. */
  readonly needsPerson: boolean
  /** Takes a message that came from the window of that frame and no other. */
  receive(origin: string, data: unknown): void
}

export interface WidgetCheckOptions {
  readonly vendor: Vendor
  readonly app: Pick<AppConfig, 'id'>
  /** The wallet origin. */
  readonly origin: string
  readonly captchaOrigin: string | undefined
}

/**
 * A vendor's check in a frame of its own. The card shows the frame and hands in what its window posts.
 * @param show draws the widget, and again when a person has something to do in it
 * @returns the token. @throws Error when the vendor's script says that it failed
 */
export function startWidgetCheck(
  { vendor, app, origin, captchaOrigin }: WidgetCheckOptions,
  show: (widget: CaptchaWidget) => void,
): Promise<string> {
  // Sandboxed on the wallet's own origin the document is of no origin, which browsers write as `null`.
  const expectedOrigin = captchaOrigin ?? 'null'
  return new Promise((resolve, reject) => {
    const widget = (needsPerson: boolean): CaptchaWidget => ({
      vendor,
      url: `${captchaOrigin ?? origin}${widgetPath(vendor, app.id)}`,
      keepsOrigin: captchaOrigin !== undefined,
      needsPerson,
      receive(from, data) {
        if (from !== expectedOrigin) return
        const message = widgetMessage.safeParse(data)
        if (!message.success) return
        switch (message.data.event) {
          case 'attention':
            return show(widget(true))
          case 'token':
            return resolve(message.data.token)
          case 'failed':
            return reject(new Error(`The captcha of ${vendor} failed`))
        }
      },
    })
    show(widget(false))
  })
}
