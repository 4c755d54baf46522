import type { Hono } from 'hono'
import { escapeHtml } from '../../html/escape.ts'
import { MARK, pagePolicy, renderPage } from '../../html/page.ts'
import type { Settings } from '../../settings.ts'
import { FUNDING_RETURN_WORDS } from '../../words/funding-return.ts'
import { languageOf } from '../../words/language.ts'

/** Where companies lead people back to. */
export const FUNDING_RETURN_PATH = '/funding/return'

export const returnUrl = ({ origin }: Pick<Settings, 'origin'>): string => `${origin}${FUNDING_RETURN_PATH}`

/** The same text always, named by its hash: it closes a window that a script opened, and nothing else. */
const CLOSE = 'close()'

/**
 * The end of a window at another company. It reads nothing of its address: whoever leads a person here with a `status=completed`
 * of their own says nothing. What became of a purchase the frame asks the server, and the server the company.
 */
export const FUNDING_RETURN_HEADERS = {
  'Content-Security-Policy': pagePolicy({ script: CLOSE }),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const

/** Of the frame server: what the API process answers is no document of the wallet origin. */
export function mountFundingReturn(server: Hono, origin: string): void {
  server.get(FUNDING_RETURN_PATH, c => {
    const language = languageOf(c.req.header('accept-language'))
    const { title, sentence } = FUNDING_RETURN_WORDS[language]
    const body = `${MARK}
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(sentence)}</p>
<script>${CLOSE}</script>`
    return c.html(renderPage({ title, body, language, origin }), 200, FUNDING_RETURN_HEADERS)
  })
}
