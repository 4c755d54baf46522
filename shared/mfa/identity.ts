import type { MfaCodeMethod } from './methods.ts'

/**
 * What a typed code of a second factor is sealed for, besides purpose (`mfa-enroll`, `mfa-verify`), app, user and device
 * (`SecretBelonging`): the method, and to enrol an address that address, as the server normalises it (E.164; lower case).
 */
export const mfaIdentity = (method: MfaCodeMethod, address = '') => ({
  type: `mfa_${method}`,
  subject: address,
})
