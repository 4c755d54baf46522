import { createHash } from 'node:crypto'
import type { Language } from '../words/language.ts'
import { PAGE_WORDS } from '../words/pages.ts'
import { escapeHtml } from './escape.ts'
import { STYLE } from './style.ts'

/** CSP source of an inline script or style. */
export const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const STYLE_SOURCE = sourceOf(STYLE)

interface PageRights {
  /** The one script that runs; always the same text, so that its hash names it. */
  readonly script?: string
  /** That script may call this origin. */
  readonly mayCall?: boolean
  /** It embeds pages of this origin. */
  readonly frames?: boolean
  /** Who may embed the page; nobody when left out. */
  readonly ancestors?: "'none'" | '*'
}

/** Writes the policy of a page of ours: its style, the wallet's typeface and icon, and nothing else but what it names. */
export const pagePolicy = ({ script, mayCall, frames, ancestors = "'none'" }: PageRights = {}): string =>
  [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    "font-src 'self'",
    // Browsers load the icon of a tab by it.
    "img-src 'self'",
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    ...(mayCall ? ["connect-src 'self'"] : []),
    ...(frames ? ["frame-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')

export interface Page {
  /** Text. */
  readonly title: string
  /** HTML, made of escaped parts. */
  readonly body: string
  readonly language: Language
  /** The wallet origin, whose host stands in the foot. */
  readonly origin: string
  /** HTML that belongs into the head. */
  readonly head?: string
  /** What is read in rows needs more than the card's width. */
  readonly isWide?: boolean
}

/** A whole document: the card that the frame has, with the lock and the wallet's host in its foot. */
export function renderPage({ title, body, language, origin, head = '', isWide = false }: Page): string {
  const { direction, foot } = PAGE_WORDS[language]
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${head}<style>${STYLE}</style>
</head>
<body>
<main${isWide ? ' class="wide"' : ''}>
<div id="content">
${body}
</div>
<footer>${lock(14)}<span>${escapeHtml(foot(new URL(origin).host))}</span></footer>
</main>
</body>
</html>
`
}

/** As the frame draws it (`frame-app/ui/icons.tsx`). */
const lock = (size: number) =>
  `<svg aria-hidden="true" fill="none" height="${size}" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.6" viewBox="0 0 20 20" width="${size}"><rect height="8" rx="2" width="11" x="4.5" y="8.75"/><path d="M7 8.75V6.5a3 3 0 0 1 6 0v2.25"/></svg>`

/** Stands above a page's title, where a window has the site's picture. */
export const MARK = `<div class="mark">${lock(28)}</div>`
