import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { REJECTED } from './rejected-by-user.ts'

/** What connecting shows, and how a person leaves it. */
const LEFT: readonly ErrorCode[] = ['exited_auth_flow', 'embedded_wallet_password_unconfirmed']

/** Connects a dapp. To it a login that the person leaves is a request that they rejected; the code stays. */
export async function asRejection(connect: () => Promise<void>): Promise<void> {
  try {
    await connect()
  } catch (error) {
    if (!(error instanceof VitrineError) || !LEFT.includes(error.code)) throw error
    const { type, code } = error
    throw new VitrineError({ type, code, message: REJECTED }, { cause: error })
  }
}
