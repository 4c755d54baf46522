import { singleLine } from '../readable-text.ts'
import { isOwnImage } from '../site-image.ts'
import type { SendUiOptions, SignUiOptions } from '../ui-options.ts'
import type { ApprovalView } from './approval-view.ts'

/** All that the site puts on the screen: words, a picture and a link, in a place that is marked as the site's. */
export function siteSays(
  options: SignUiOptions | SendUiOptions,
  hostOrigin: string,
): Omit<ApprovalView['site'], 'origin' | 'icon'> {
  const contract = 'transactionInfo' in options ? options.transactionInfo?.contractInfo : undefined
  const src = contract?.imgUrl ?? ('iconUrl' in options ? options.iconUrl : undefined)
  const alt = singleLine(contract?.imgAltText ?? '')
  const url = contract?.url
  return {
    note: siteNote(options),
    picture:
      src !== undefined && isOwnImage(src, hostOrigin) ? { src, alt, size: contract?.imgSize ?? 'sm' } : null,
    link: url !== undefined && URL.canParse(url) ? url : null,
  }
}

/** The site's own words about a request, one line of plain text; '' for none. They stand marked as the site's. */
function siteNote(options: SignUiOptions | SendUiOptions): string {
  const info = 'transactionInfo' in options ? options.transactionInfo : undefined
  const title = 'title' in options ? options.title : undefined
  return [title ?? info?.title, info?.action, info?.contractInfo?.name, options.description]
    .map(words => singleLine(words ?? ''))
    .filter(words => words !== '')
    .join(' · ')
}
