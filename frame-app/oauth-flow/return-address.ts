import { RETURN_PARAMETERS } from '@vitrine/shared/api/oauth-flow.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { Kernel } from '../ui/kernel-context.ts'

/** `redirect_to` takes no more. */
const LONGEST = 2048

/**
 * Where a login that takes the whole page comes back to: where the site wants it, else where the person was. Its origin is the
 * site's own whatever the page says of itself; the server has it checked besides. In the server's spelling, which the signer
 * signs: as a URL is written, without what another login left in it.
 * @throws what `navigate` rejects with
 */
export async function returnAddress({
  config,
  navigate,
  hostOrigin,
}: Pick<Kernel, 'config' | 'navigate' | 'hostOrigin'>): Promise<string> {
  const wanted = config.get().customOAuthRedirectUrl
  if (wanted !== null) return plain(wanted)
  const address = await navigate()
  const url = parseUrl(address)
  if (url?.origin !== hostOrigin) return plain(hostOrigin)
  // Without what makes it long: the place itself is better than the site's first page.
  const written = [url.href, url.origin + url.pathname].map(plain)
  return written.find(it => it.length <= LONGEST) ?? plain(hostOrigin)
}

function plain(address: string): string {
  const url = new URL(address)
  for (const name of Object.values(RETURN_PARAMETERS)) url.searchParams.delete(name)
  return url.href
}
