import { escapeHtml } from '../html/escape.ts'
import { MARK, pagePolicy, renderPage } from '../html/page.ts'
import { ERROR_WORDS, errorKindOf } from '../words/error-page.ts'
import { languageOf } from '../words/language.ts'

/** Whether who asks shows documents to a person: a browser that goes to an address, not a program (RFC 9110 §12.5.1). */
export const wantsPage = (accept: string | undefined) =>
  /(?:^|[\s,])text\/html(?:$|[\s,;])/i.test(accept ?? '')

/** What a person sees of an answer that is an error: words of ours alone, by its status. */
export function renderError(status: number, acceptLanguage: string | undefined, origin: string): string {
  const language = languageOf(acceptLanguage)
  const { title, sentence } = ERROR_WORDS[language][errorKindOf(status)]
  return renderPage({
    title,
    language,
    origin,
    body: `${MARK}\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(sentence)}</p>`,
  })
}

export const ERROR_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  vary: 'accept, accept-language',
} as const
