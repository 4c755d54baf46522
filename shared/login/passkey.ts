import * as z from 'zod/mini'
import { type LoginMethodEntry, whenOn } from './define.ts'

/** Login with a passkey (contract §2.6). */
export const passkey = {
  method: 'passkey',
  ways: whenOn('passkey', 'passkey_auth'),
  loginName: 'passkey',
  resultNames: ['passkey'],
  landing: 'other',
  accounts: [
    {
      type: 'passkey',
      perUser: 'many',
      fields: {
        credential_id: z.string(),
        enrolled_in_mfa: z._default(z.boolean(), false),
        authenticator_name: z.optional(z.string()),
        created_with_browser: z.optional(z.string()),
        created_with_device: z.optional(z.string()),
        created_with_os: z.optional(z.string()),
        /** Beyond the contract: what its person calls it. */
        name: z.optional(z.string()),
      },
      subject: 'credential_id',
      reference: { maxLength: 1364 },
    },
  ],
  isLinkable: true,
  address: null,
  path: '/passkeys',
  proofs: {
    assertion: { login: '/authenticate', link: [] },
    'new-credential': { login: '/register', link: ['/link'] },
  },
  spoken: 'with a passkey',
  // Nothing finer: a key from elsewhere, plugged in or by a phone, is known to a browser only once it is asked for, and
  // where the site's frame may not use passkeys, the method's window may.
  browserApi: 'PublicKeyCredential',
  hasWindow: true,
} as const satisfies LoginMethodEntry
