import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { isSerializedOrigin } from '@vitrine/shared/config/web-origin.ts'
import { escapeHtml } from '../html/escape.ts'
import { MARK, pagePolicy, renderPage } from '../html/page.ts'
import { languageOf } from '../words/language.ts'
import { REFUSAL_WORDS, type Refusal } from '../words/refusal.ts'

/**
 * Tells the asking origin, and no other, which refusal this is (`FrameRefusal`), and names the site around the page as the
 * browser knows it, not as somebody wrote it into the address. Always the same text, named by its hash.
 */
const TELL = `try{const site=document.getElementById('site'),around=parent===self?'':location.ancestorOrigins?location.ancestorOrigins[0]:document.referrer;site.textContent=new URL(around).host;site.hidden=false}catch{}try{parent.postMessage({vitrine:'refused',reason:document.querySelector('meta[name=vitrine-refusal]').content},new URLSearchParams(location.search).get('origin'))}catch{}`

/** What the site's developer types to see what is wrong, or to mend it. */
const COMMANDS: Readonly<Record<Refusal, string | null>> = {
  'unknown-app': 'npm run vitrine -- app list',
  'no-origin': null,
  origin:
    'npm run vitrine -- app show <app id> \\\n  > app.json\nnpm run vitrine -- app edit <app id> \\\n  --file app.json',
}

/**
 * What a person sees in place of the frame, and what the site's developer can do about it. Of what the asker sent the server
 * writes nothing into it: anybody may make somebody else open it, and would choose what stands on a page of the wallet origin.
 * @param app whose frame was opened outside of a site; its name and site are its operator's
 */
export function renderRefusal(
  reason: Refusal,
  acceptLanguage: string | undefined,
  origin: string,
  app?: Pick<AppConfig, 'name' | 'allowed_domains'>,
): string {
  const language = languageOf(acceptLanguage)
  const { title, sentence, mend, open } = REFUSAL_WORDS[language][reason]
  const site = app?.allowed_domains.find(isSerializedOrigin)
  const command = COMMANDS[reason]
  // Nobody has asked: there is nobody to tell.
  const isAsked = reason !== 'no-origin'
  const parts = [
    MARK,
    `<h1>${escapeHtml(title)}</h1>`,
    ...(isAsked ? ['<p><bdi><strong id="site" hidden></strong></bdi></p>'] : []),
    ...(app ? [`<p><bdi><strong>${escapeHtml(app.name)}</strong></bdi></p>`] : []),
    `<p>${escapeHtml(sentence)}</p>`,
    ...(site && open
      ? [
          `<a class="button" href="${escapeHtml(site)}" rel="noreferrer" target="_top">${escapeHtml(open(new URL(site).host))}</a>`,
        ]
      : []),
    ...(mend && command
      ? [
          `<section>\n<p><small>${escapeHtml(mend)}</small></p>\n<pre dir="ltr">${escapeHtml(command)}</pre>\n</section>`,
        ]
      : []),
    ...(isAsked ? [`<script>${TELL}</script>`] : []),
  ]
  return renderPage({
    title,
    language,
    origin,
    head: isAsked ? `<meta name="vitrine-refusal" content="${reason}">\n` : '',
    body: parts.join('\n'),
  })
}

/** Any site may show the refusal: whoever embeds the frame by mistake must be able to read why it does not open. */
export const REFUSAL_HEADERS = {
  'Content-Security-Policy': pagePolicy({ script: TELL, ancestors: '*' }),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
} as const
