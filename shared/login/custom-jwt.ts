import * as z from 'zod/mini'
import { type LoginMethodEntry, whenOn } from './define.ts'

/** Login by a JWT of the site's own login (contract §2.1): the page brings it, a person has nothing to choose. */
export const customJwt = {
  method: 'custom-jwt',
  ways: whenOn('custom-jwt', 'custom_jwt_auth'),
  loginName: 'custom-jwt',
  resultNames: ['custom'],
  landing: null,
  accounts: [
    {
      type: 'custom_auth',
      perUser: 'one',
      fields: { custom_user_id: z.string() },
      subject: 'custom_user_id',
    },
  ],
  isLinkable: false,
  isLinkedByPage: true,
  address: null,
  path: '/custom_jwt_account',
  proofs: { token: { login: '/authenticate', link: ['/link'] } },
  transferBody: custom_user_id => ({ custom_user_id }),
  spoken: 'with the site’s own account',
} as const satisfies LoginMethodEntry
