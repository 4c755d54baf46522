import { lazily } from '../../core/lazy.ts'
import type { ToldShell } from '../../requests/queue.ts'
import type { Kind } from '../../requests/registry.ts'
import type { Stand } from '../inline/stand.ts'
import type { Notices } from '../notices.ts'

/** The element of the page in which some of the screens may stand (`vitrine.showInline`). */
export interface InlinePlace {
  /** What the page is told besides, of a dialog for a request of this kind. */
  of(shell: ToldShell, kind: Kind | undefined): { readonly inline?: number } | undefined
  /** @throws what the browser throws for code that does not come: everything is shown above the page then, as ever */
  take(isThere: boolean, notices: Pick<Notices, 'send'>): Promise<void>
}

/** Few pages have one: its code comes with it. */
export function createInlinePlace(): InlinePlace {
  const load = lazily(async () => (await import('../inline/stand.ts')).createStand)
  let last: readonly [ToldShell, Kind | undefined] | undefined
  let isWanted = false
  let stand: Stand | undefined
  return {
    of(...told) {
      last = told
      return stand?.of(...told)
    },
    async take(isThere, notices) {
      isWanted = isThere
      if (!isThere) {
        stand?.end()
        stand = undefined
        return
      }
      const createStand = await load()
      if (!isWanted || stand) return
      stand = createStand(notices)
      if (last) stand.begin(...last)
    },
  }
}
