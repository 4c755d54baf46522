import type { Kernel } from '../../ui/kernel-context.ts'

/** `redirect_to` takes no more. */
const LONGEST = 2048

/**
 * Where a login that takes the whole page comes back to: where the site wants it, else where the person was. Its origin is the
 * site's own whatever the page says of itself; the server has it checked besides.
 * @throws what `page.address` rejects with
 */
export async function returnAddress({
  config,
  page,
  hostOrigin,
}: Pick<Kernel, 'config' | 'page' | 'hostOrigin'>): Promise<string> {
  const wanted = config.get().customOAuthRedirectUrl
  if (wanted !== null) return wanted
  const address = await page.address()
  if (!URL.canParse(address)) return hostOrigin
  const { origin, pathname, href } = new URL(address)
  if (origin !== hostOrigin) return hostOrigin
  // Without what makes it long: the place itself is better than the site's first page.
  return [href, origin + pathname, origin].find(it => it.length <= LONGEST) ?? origin
}
