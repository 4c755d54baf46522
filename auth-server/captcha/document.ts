import type { Vendor } from '@vitrine/shared/captcha/provider.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { escapeHtml } from '../html/escape.ts'
import type { Settings } from '../settings.ts'
import { vendorAddresses } from './vendors.ts'
import { widgetOrigin } from './widget-origin.ts'

/** Path of `widget.js`. */
export const WIDGET_SCRIPT = '/captcha/widget.js'

/** The document that runs a vendor's script: an empty box, our script, and nothing of the wallet. */
export function renderCaptcha(settings: Settings, vendor: Vendor, siteKey: string): string {
  const data = {
    'data-vendor': vendor,
    'data-site-key': siteKey,
    'data-vendor-script': vendorAddresses(settings, vendor).script,
    'data-wallet-origin': settings.origin,
  }
  const attributes = Object.entries(data).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Captcha</title>
<style>body{margin:0;display:grid;justify-content:center}</style>
</head>
<body>
<div id="widget"></div>
<script src="${escapeHtml(widgetOrigin(settings) + WIDGET_SCRIPT)}"${attributes.join('')}></script>
</body>
</html>
`
}

/**
 * The vendor's script may load what its documentation names and talk to its own servers. The sandbox takes the wallet
 * origin away from the document: no storage, no session, no call of the API, no look into the frame around it.
 */
export function captchaHeaders(
  settings: Settings,
  app: AppConfig,
  vendor: Vendor,
): Readonly<Record<string, string>> {
  const sources = vendorAddresses(settings, vendor).sources.join(' ')
  // With an origin of its own, keeping that origin gives the document nothing of the wallet's.
  const ownOrigin = settings.captchaOrigin === null ? '' : ' allow-same-origin'
  return {
    'Content-Security-Policy': [
      `sandbox allow-scripts allow-forms${ownOrigin}`,
      "default-src 'none'",
      `script-src ${widgetOrigin(settings)}${WIDGET_SCRIPT} ${sources}`,
      `style-src 'unsafe-inline' ${sources}`,
      `img-src data: ${sources}`,
      `frame-src ${sources}`,
      `connect-src ${sources}`,
      "form-action 'none'",
      "base-uri 'none'",
      ['frame-ancestors', settings.origin, ...app.allowed_domains].join(' '),
    ].join('; '),
    'Permissions-Policy':
      'publickey-credentials-get=(), publickey-credentials-create=(), payment=(), clipboard-write=(), camera=(), microphone=(), geolocation=()',
    // Vendors compare the host name with the site key's; the path, which names the app, is not theirs to know.
    'Referrer-Policy': 'strict-origin',
    // The frame around it has COEP `require-corp`.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cache-Control': 'no-store',
  }
}
