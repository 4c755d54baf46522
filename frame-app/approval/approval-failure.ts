import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Failure, toFailure } from '../words/failure.ts'

/** Why an approval cannot go on: in words for the person, and as the page gets it when the person then leaves. */
export interface ApprovalFailure extends Failure {
  readonly cause: VitrineError
}

/** In the words of a node, by which viem and ethers name the cause. */
export const insufficientFunds = () =>
  clientError(
    'insufficient_balance',
    'insufficient funds for gas * price + value: the wallet has less than the transaction and its fee need.',
  )

/** No window of the wallet can be opened from here: by a blocker, in a sandbox, in an app's own browser. */
export const noWindow = () =>
  clientError(
    'approval_window_blocked',
    'The browser opened no window of the wallet, so nothing was approved. Allow pop-ups for the site, or open it in a browser of its own.',
  )

/** A sandbox around the page forbids all windows, whatever the user allows. */
export const windowsForbidden = () =>
  clientError(
    'approval_window_blocked',
    'The sandbox around the page forbids windows, so nothing was approved. Add allow-popups allow-popups-to-escape-sandbox to it.',
  )

export const toApprovalFailure = (error: unknown): ApprovalFailure => ({
  ...toFailure(error),
  // Words of a defect may name internals.
  cause:
    error instanceof VitrineError
      ? error
      : clientError('internal_error', 'The wallet could not go on with the request.', { cause: error }),
})
