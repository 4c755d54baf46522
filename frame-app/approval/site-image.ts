import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { SendUiOptions, SignUiOptions } from '@vitrine/shared/wallet/ui-options.ts'

const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/

/**
 * Whether a page's picture can stand on an approval: one that the page brings along, or one of its own pinned origin. The
 * frame's `img-src` blocks others, and a third party must not learn when somebody pays.
 */
export function isOwnImage(url: string, hostOrigin: string): boolean {
  if (PICTURE.test(url)) return true
  return parseUrl(url)?.origin === hostOrigin
}

export interface OwnImages<Options> {
  readonly options: Options
  /** Names of the options that were left out. */
  readonly dropped: readonly string[]
}

/** The options without pictures from elsewhere. */
export function withOwnImages<Options extends SignUiOptions | SendUiOptions>(
  options: Options,
  hostOrigin: string,
): OwnImages<Options> {
  const dropped: string[] = []
  const own = (url: string | undefined, name: string) => {
    if (url === undefined || isOwnImage(url, hostOrigin)) return url
    dropped.push(name)
    return undefined
  }
  if ('iconUrl' in options) {
    const { iconUrl: given, ...rest } = options
    const iconUrl = own(given, 'iconUrl')
    return { options: { ...rest, ...(iconUrl !== undefined && { iconUrl }) } as Options, dropped }
  }
  const info = 'transactionInfo' in options ? options.transactionInfo : undefined
  if (info?.contractInfo === undefined) return { options, dropped }
  const { imgUrl: given, ...contract } = info.contractInfo
  const imgUrl = own(given, 'transactionInfo.contractInfo.imgUrl')
  const contractInfo = { ...contract, ...(imgUrl !== undefined && { imgUrl }) }
  return { options: { ...options, transactionInfo: { ...info, contractInfo } }, dropped }
}
