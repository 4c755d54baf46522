import * as z from 'zod/mini'
import { type LoginMethodEntry, whenOn } from './define.ts'

/** Login by a one-time code that is sent to an email address (contract §2.2). */
export const email = {
  method: 'email',
  ways: whenOn('email', 'email_auth'),
  loginName: 'email',
  resultNames: ['email'],
  landing: 'direct',
  accounts: [
    {
      type: 'email',
      perUser: 'one',
      fields: { address: z.string() },
      subject: 'address',
      reference: { maxLength: 254, ignoresCase: true },
      shortcut: 'email',
      domainRule: 'emailDomain',
    },
  ],
  isLinkable: true,
  address: 'email address',
  path: '/passwordless',
  proofs: { code: { login: '/authenticate', link: ['/link', '/update'] } },
  transferBody: email => ({ email }),
  spoken: 'by email',
} as const satisfies LoginMethodEntry
