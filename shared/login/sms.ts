import * as z from 'zod/mini'
import { type LoginMethodEntry, whenOn } from './define.ts'

/** Login by a one-time code that is sent to a phone (contract §2.2). */
export const sms = {
  method: 'sms',
  ways: whenOn('sms', 'sms_auth'),
  loginName: 'sms',
  resultNames: ['sms'],
  landing: 'direct',
  accounts: [
    {
      type: 'phone',
      perUser: 'one',
      /** In international display format, with spaces; the server's subject is E.164. */
      fields: { phoneNumber: z.string() },
      clientNames: { phoneNumber: 'number' },
      subject: 'phoneNumber',
      reference: { maxLength: 64 },
      shortcut: 'phone',
    },
  ],
  isLinkable: true,
  address: 'phone number',
  path: '/passwordless_sms',
  proofs: { code: { login: '/authenticate', link: ['/link', '/update'] } },
  transferBody: phoneNumber => ({ phoneNumber }),
  spoken: 'by text message',
} as const satisfies LoginMethodEntry
