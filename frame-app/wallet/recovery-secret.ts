/**
 * What opens the recovery of a person's wallets besides the provider's part and their login, as the frame has it: what they
 * typed, or what lies in their cloud or passkey. The site's own key is not here: it goes from the server into the vault, sealed.
 * Secrets are 32 bytes, base64url.
 */
export type RecoverySecret =
  | { readonly method: 'user-passcode'; readonly text: string }
  | { readonly method: 'google-drive'; readonly secret: string; readonly fileId: string }
  | { readonly method: 'icloud'; readonly secret: string; readonly recordName: string }
  /** `salt`: the PRF's input, 32 bytes, base64url. */
  | {
      readonly method: 'passkey'
      readonly secret: string
      readonly credentialId: string
      readonly salt: string
    }
  | { readonly method: 'recovery-encryption-key' }
