import { accountTypeOf, enabledWays, wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { entryOf, type Way } from '@vitrine/shared/login/registry.ts'
import { isLinkable } from '../../linked-accounts/linkable.ts'
import { bringViews } from '../../login/landing-registry.ts'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { isUsable } from '../../login-method/usable.ts'
import { fetchWays } from '../../step-up/step-up-api.ts'
import type { KeptText, Kernel } from '../../ui/kernel-context.ts'

/** A way in that is offered after a login. */
export interface Offer {
  readonly way: Way
  readonly view: NonNullable<LoginMethodView['offer']>
  /** Never again to this user on this device. */
  settle(): void
}

/** As many users of one device as are remembered to have answered. */
const REMEMBERED = 50

/**
 * What is offered after this login: to who came by a code, has no such way in, was not asked on this device before, and can
 * add one with no further proof, since they have just given one. A device that is held could only be refused.
 */
export async function findOffer(
  kernel: Pick<Kernel, 'app' | 'config' | 'keptBy' | 'operations'>,
  { user, loginAccount, wasAlreadyAuthenticated }: FrameResult<'login'>,
  signal: AbortSignal,
): Promise<Offer | null> {
  const came = loginAccount && wayOfAccount(loginAccount)
  if (wasAlreadyAuthenticated || !came || !entryOf(came.method).proofs.code) return null
  const views: Readonly<Record<string, LoginMethodView>> = await bringViews()
  for (const way of enabledWays(kernel.app)) {
    const view = views[way.method]?.offer
    const has = user.linkedAccounts.some(({ type }) => type === accountTypeOf(way))
    const kept = kernel.keptBy(way.method)
    if (!view || has || !isLinkable(way) || !isUsable(way, kernel) || answered(kept).includes(user.id))
      continue
    if (!(await view.isPossible())) continue
    const { is_required: isRequired, held_until: heldUntil } = await fetchWays(
      kernel.operations.calls,
      'link',
      true,
      signal,
    )
    if (isRequired || heldUntil !== null) return null
    const settle = () => kept.write([user.id, ...answered(kept)].slice(0, REMEMBERED).join(' '))
    return { way, view, settle }
  }
  return null
}

const answered = (kept: KeptText): readonly string[] => kept.read()?.split(' ') ?? []
