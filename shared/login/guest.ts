import { type LoginMethodEntry, whenOn } from './define.ts'

/** Login without an account: the browser keeps a credential (contract §2.1). */
export const guest = {
  method: 'guest',
  ways: whenOn('guest', 'guest_auth'),
  loginName: 'guest',
  resultNames: ['guest'],
  landing: 'other',
  accounts: [{ type: 'guest', perUser: 'one', isGuest: true }],
  isLinkable: false,
  address: null,
  path: '/guest',
  proofs: { secret: { login: '/authenticate', link: [] } },
  spoken: 'as a guest',
} as const satisfies LoginMethodEntry
