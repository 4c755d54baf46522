import { BaseError, InsufficientFundsError, UserRejectedRequestError } from 'viem'
import type { Why } from './dapp.ts'

/** viem's own name for why a transaction was not sent. */
export async function whyOf(sending: Promise<unknown>): Promise<Why> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const has = (kind: typeof InsufficientFundsError | typeof UserRejectedRequestError) =>
    error instanceof BaseError && error.walk(it => it instanceof kind) !== null
  if (has(InsufficientFundsError)) return 'insufficient funds'
  return has(UserRejectedRequestError) ? 'rejected' : 'another cause'
}
