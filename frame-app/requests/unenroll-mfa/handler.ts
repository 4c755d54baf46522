import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { fetchMethods } from '../../mfa/mfa-api.ts'
import type { HandlerContext } from '../context.ts'

/** The person is asked first: a page that was taken over could else take the factor away that guards their wallet. */
export const unenrollMfa =
  ({ calls, screens }: Pick<HandlerContext, 'calls' | 'screens'>): FrameHandlers['unenrollMfa'] =>
  async method => {
    // Asked anew: another device may have added one. Where nothing answers the screen says so, and tries again.
    const known = await fetchMethods(calls, new AbortController().signal).catch(() => null)
    if (known?.methods.every(({ type }) => type !== method))
      throw clientError('missing_mfa_enrollment', 'This user has no second factor of this kind.')
    return screens.show<'unenroll-mfa'>({ kind: 'unenroll-mfa', method })
  }
