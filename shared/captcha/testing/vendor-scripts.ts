/** What the vendors' scripts do in a page, as far as a page sees it. Each puts a frame of the vendor's origin there. */

const COMMON = `
  const script = new URL(document.currentScript.src)
  const putFrame = (container, siteKey, onMessage) => {
    const frame = document.createElement('iframe')
    frame.title = 'Widget of the captcha vendor'
    frame.src = script.origin + '/widget?' + new URLSearchParams({ sitekey: siteKey, hostname: location.hostname })
    addEventListener('message', event => {
      if (event.source === frame.contentWindow) onMessage(event)
    })
    document.querySelector(container).append(frame)
  }
  const tell = (options, { interactive, failed, token }) => {
    if (interactive) (options['before-interactive-callback'] ?? options['open-callback'])?.()
    if (failed) options['error-callback']('600010')
    if (token) options.callback(token)
  }
  const loaded = () => window[script.searchParams.get('onload')]()`

/** Turnstile hears its own origin only: in a document that is sandboxed into no origin its frame has none either. */
export const TURNSTILE_SCRIPT = `(() => {${COMMON}
  window.turnstile = {
    render(container, options) {
      putFrame(container, options.sitekey, ({ origin, data }) => {
        if (origin !== script.origin) return console.warn('Ignored message from wrong origin: ' + origin)
        tell(options, data)
      })
      return 'widget-1'
    },
  }
  loaded()
})()`

/** Drawn invisibly, and begun by \`execute\`. */
export const HCAPTCHA_SCRIPT = `(() => {${COMMON}
  const drawn = new Map()
  window.hcaptcha = {
    render(container, options) {
      drawn.set('widget-1', { container, options })
      return 'widget-1'
    },
    execute(widget) {
      const { container, options } = drawn.get(widget)
      putFrame(container, options.sitekey, ({ data }) => tell(options, data))
    },
  }
  loaded()
})()`

/** The vendor's own frame. */
export const widgetDocument = (behaviour: 'pass' | 'ask' | 'fail' | 'nothing') => `<!doctype html>
<title>Captcha vendor</title>
<body data-behaviour="${behaviour}">
<script>
  const post = message => parent.postMessage(message, '*')
  const pass = async () => post({ token: await (await fetch('/pass' + location.search)).text() })
  const does = {
    pass,
    ask() {
      const button = document.createElement('button')
      button.textContent = 'I am human'
      button.onclick = pass
      document.body.append(button)
      post({ interactive: true })
    },
    fail: () => post({ failed: true }),
    nothing() {},
  }
  does[document.body.dataset.behaviour]()
</script>`
