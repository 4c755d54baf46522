import type { ApprovalRequest } from '../view/build-view.ts'

/**
 * Whether a wallet app that does not answer may be asked for the same once more: for a signature, of which a second one does nothing
 * that the first would not. Never for what is sent: a late yes to the first question is a transaction too, and would be a second one.
 */
export function mayAskAgain(request: ApprovalRequest): boolean {
  if (request.wallet.custody !== 'external') return false
  switch (request.kind) {
    case 'sign-message':
    case 'sign-typed-data':
      return true
    case 'solana-transaction':
      return request.mode === 'sign'
    default:
      return false
  }
}
