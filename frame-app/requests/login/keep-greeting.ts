import { normalSubject } from '@vitrine/shared/api/step-up.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { wayName } from '@vitrine/shared/login/registry.ts'
import { subjectOf, unlinkWay, updateWay } from '../../linked-accounts/linkable.ts'
import type { Kernel } from '../../ui/kernel-context.ts'

/**
 * Remembers, in the frame's own storage, who has just logged in and how, so that the landing can greet them. Kept is what one
 * press takes: the way's name and, where a person types an address, the address, on a line each (`login/open-ways.ts`).
 */
export function keepGreeting(
  { greeting }: Pick<Kernel, 'greeting'>,
  {
    wasAlreadyAuthenticated,
    loginAccount,
  }: Pick<FrameResult<'login'>, 'wasAlreadyAuthenticated' | 'loginAccount'>,
): void {
  if (wasAlreadyAuthenticated) return
  const way = loginAccount && unlinkWay(loginAccount)
  // A guest comes back by the guest's own row, who has the site's own login without any.
  const known = way && updateWay(loginAccount) ? normalSubject(subjectOf(loginAccount).value) : ''
  greeting.write(way ? `${wayName(way)}\n${known}` : '')
}
