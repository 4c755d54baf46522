import { escapeHtml } from '../html/escape.ts'
import { PAGE_STYLE_SOURCE, renderPage } from '../html/page.ts'
import type { Language } from '../words/language.ts'
import { UNDO_WORDS, type UndoOutcome } from '../words/undo.ts'

/** The link of a notice: it shows a page with a button, and the button acts. */
export const UNDO_PATH = '/account/undo'

/**
 * Nobody frames it, it loads nothing, and its form goes to this origin alone. Without a referrer policy of its own the
 * browser would send the form with the origin `null`.
 */
export const UNDO_HEADERS = {
  'Content-Security-Policy': `default-src 'none'; style-src ${PAGE_STYLE_SOURCE}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const

/** Asks before anything is done: programs that look into mail follow links, and press no button. */
export function renderQuestion(token: string, language: Language): string {
  const words = UNDO_WORDS[language]
  return page(
    language,
    words.title,
    `<p>${escapeHtml(words.question)}</p>
<form method="post" action="${UNDO_PATH}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<p><button>${escapeHtml(words.button)}</button></p>
</form>
<p><small>${escapeHtml(words.isYou)}</small></p>`,
  )
}

/** What the press came to. */
export function renderOutcome(outcome: UndoOutcome, language: Language): string {
  const words = UNDO_WORDS[language]
  return page(language, words.outcomeTitle[outcome], `<p>${escapeHtml(words.outcome[outcome])}</p>`)
}

function page(language: Language, title: string, body: string): string {
  const { direction } = UNDO_WORDS[language]
  const heading = escapeHtml(title)
  return renderPage(heading, `<h1>${heading}</h1>\n${body}`, '', { language, direction })
}
