import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { ScreenRequest } from '../../requests/registry.ts'
import { readMessage } from './message-content.ts'
import { isOwnSignIn } from './own-sign-in.ts'

/** Where a person approves. */
export type ApprovalSurface = AppConfig['approval_surface']

/**
 * The one place that says where a request is approved: in a window of the wallet origin, which no page can cover, mask or move,
 * unless its operator chose the frame, or another wallet app has the key. A sign-in to the asking site, which nobody else could use, stays in the frame.
 */
export function surfaceOf(
  request: ScreenRequest,
  { app, hostOrigin }: { readonly app: Pick<AppConfig, 'approval_surface'>; readonly hostOrigin: string },
): ApprovalSurface {
  if (app.approval_surface === 'frame') return 'frame'
  // Its app shows the person what it signs, where no page reaches: a window of ours would be a third place.
  if ('wallet' in request && request.wallet.custody === 'external') return 'frame'
  if (request.kind !== 'sign-message') return 'window'
  return isSignIn(request, hostOrigin) ? 'frame' : 'window'
}

/** Whether what is signed logs in at the asking site, and does nothing else. */
export function isSignIn(request: ScreenRequest, hostOrigin: string): boolean {
  if (request.kind !== 'sign-message') return false
  const { text } = readMessage(request.message, request.encoding)
  const { address, chainType } = request.wallet
  return text !== null && isOwnSignIn(text, { hostOrigin, address, chainType })
}
