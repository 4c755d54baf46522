/**
 * The one script of ours in the captcha document: draws the vendor's widget and posts what comes of it to the frame
 * around it, and to no other origin. It runs beside the vendor's code, so nothing here is secret or trusted.
 */

/** @typedef {import('@vitrine/shared/captcha/widget-message.ts').WidgetMessage} WidgetMessage */
/** @typedef {Readonly<Record<string, unknown>>} Options */
/**
 * What Turnstile and hCaptcha have in common.
 * @typedef {{ render(container: string, options: Options): string, execute(widget: string): unknown }} Widgets
 */

;(() => {
  const { vendor, siteKey, vendorScript, walletOrigin } = /** @type {HTMLScriptElement} */ (
    document.currentScript
  ).dataset

  /** @param {WidgetMessage} message */
  const post = message => parent.postMessage(message, walletOrigin ?? '')
  const failed = () => post({ type: 'vitrine:captcha', event: 'failed' })
  const attention = () => post({ type: 'vitrine:captcha', event: 'attention' })
  /** @param {string} token */
  const pass = token => post({ type: 'vitrine:captcha', event: 'token', token })

  const options = {
    sitekey: siteKey,
    callback: pass,
    'error-callback': failed,
    'expired-callback': failed,
  }

  /** @type {Readonly<Record<string, (widgets: Widgets) => void>>} */
  const draw = {
    turnstile: widgets =>
      void widgets.render('#widget', {
        ...options,
        appearance: 'interaction-only',
        retry: 'never',
        'before-interactive-callback': attention,
        'timeout-callback': failed,
        'unsupported-callback': failed,
      }),
    hcaptcha: widgets =>
      void widgets.execute(
        widgets.render('#widget', {
          ...options,
          size: 'invisible',
          'open-callback': attention,
          'close-callback': failed,
          'chalexpired-callback': failed,
        }),
      ),
  }

  Object.assign(window, {
    vitrineCaptchaLoaded() {
      const widgets = /** @type {Record<string, Widgets | undefined>} */ (/** @type {unknown} */ (window))
      const own = widgets[vendor ?? '']
      if (own) draw[vendor ?? '']?.(own)
      else failed()
    },
  })

  const script = document.createElement('script')
  script.src = `${vendorScript}&onload=vitrineCaptchaLoaded`
  script.onerror = failed
  document.head.append(script)
})()
