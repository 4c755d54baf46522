import { DRIVE_SCOPE, googleDrive } from '../../oauth-providers/google-drive.ts'
import type { MailerRequest, MailerResponse } from '../operations.ts'
import { exchangeCode, failureOf } from './exchange-code.ts'

/**
 * Redeems what Google gave for a person's Drive (RFC 6749 §4.1.3). A token that may do anything else than read and write the
 * app's own data there is none: the frame would hold what opens a person's files.
 */
export async function redeemRecovery(
  grant: MailerRequest<'redeemRecovery'>,
): Promise<MailerResponse<'redeemRecovery'>> {
  try {
    const { tokens } = await exchangeCode(grant, googleDrive, null)
    if (tokens.token_type !== 'bearer' || tokens.scope !== DRIVE_SCOPE)
      throw new Error('the token is for something else than the app’s own data')
    return { ok: true, accessToken: tokens.access_token }
  } catch (error) {
    return failureOf('a recovery by Google Drive', error)
  }
}
