import { deleteAccountResponse, exportOwnDataResponse } from '@vitrine/shared/api/own-data.ts'
import type { Calls } from '../../../session/calls.ts'
import type { StepUpBody } from '../../../step-up/step-up.ts'

/** POST /users/me/export */
export const takeData = (calls: Calls, proof: StepUpBody, signal: AbortSignal): Promise<object> =>
  calls.postAuthorized('/users/me/export', proof, exportOwnDataResponse, signal)

/** POST /users/me/delete. @param wallets addresses of all that go with it */
export const deleteAccount = async (
  calls: Calls,
  wallets: readonly string[],
  proof: StepUpBody,
  signal: AbortSignal,
): Promise<void> => {
  await calls.postAuthorized('/users/me/delete', { ...proof, wallets }, deleteAccountResponse, signal)
}
