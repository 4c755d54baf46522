import { singleLine } from '../../wallet/sign-message/readable-text.ts'
import type { SendUiOptions, SignUiOptions } from '../ui-options.ts'

/** The site's own words about a request, one line of plain text; '' for none. They stand marked as the site's. */
export function siteNote(options: SignUiOptions | SendUiOptions): string {
  const info = 'transactionInfo' in options ? options.transactionInfo : undefined
  const title = 'title' in options ? options.title : undefined
  return [title ?? info?.title, info?.action, info?.contractInfo?.name, options.description]
    .map(words => singleLine(words ?? ''))
    .filter(words => words !== '')
    .join(' · ')
}
