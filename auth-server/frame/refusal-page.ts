import { createHash } from 'node:crypto'
import type { RefusalReason } from '@vitrine/shared/bridge/protocol.ts'
import { PAGE_STYLE_SOURCE, renderPage } from '../html/page.ts'

/** Tells the asking origin, and no other, which refusal this is (`FrameRefusal`). Always the same text, named by its hash. */
const TELL = `try{parent.postMessage({vitrine:'refused',reason:document.querySelector('meta[name=vitrine-refusal]').content},new URLSearchParams(location.search).get('origin'))}catch{}`

const telling = (reason: RefusalReason) =>
  `<meta name="vitrine-refusal" content="${reason}">\n<script>${TELL}</script>\n`

/**
 * What a person sees in place of the frame, and what the site's operator can do about it. Of what the asker sent it has
 * nothing: anybody may make somebody else open it, and would choose what stands on a page of the wallet origin. The site's own
 * console names the origin and the app.
 */
export function renderRefusal(reason: Refusal): string {
  switch (reason) {
    case 'unknown-app':
      return renderPage(
        'Login is not set up',
        `<h1>Login is not set up on this site</h1>
<p>This wallet server has no app with the id that the site gives. Check the app id in the site’s script tag.</p>
<p><small>The operator lists the apps with</small></p>
<pre>npm run vitrine -- app list</pre>`,
        telling('unknown-app'),
      )
    case 'no-origin':
      return renderPage(
        'This page belongs inside a site',
        `<h1>This page belongs inside a site</h1>
<p>It is the login window of a site that embeds it. Open the site and log in there.</p>`,
      )
    case 'origin':
      return renderPage(
        'Login is not allowed here',
        `<h1>Login is not allowed from this address</h1>
<p>The site’s address is not among those that this app may be used from. The site’s own console names it.</p>
<p><small>The operator allows it by adding it to <code>allowed_domains</code>:</small></p>
<pre>npm run vitrine -- app show &lt;app id&gt; &gt; app.json
npm run vitrine -- app edit &lt;app id&gt; --file app.json</pre>`,
        telling('origin'),
      )
  }
}

export type Refusal = RefusalReason | 'no-origin'

/** Any site may show the refusal: whoever embeds the frame by mistake must be able to read why it does not open. */
export const REFUSAL_HEADERS = {
  'Content-Security-Policy': `default-src 'none'; style-src ${PAGE_STYLE_SOURCE}; script-src 'sha256-${createHash('sha256').update(TELL).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
} as const
