import { type LoginMethodEntry, transferBody, walletOf, whenOn } from './define.ts'

/** Login with a Solana wallet of the person's own (contract §2.3, "Sign In With Solana"). */
export const siws = {
  method: 'siws',
  ways: whenOn('siws', 'solana_wallet_auth'),
  loginName: 'wallet',
  resultNames: ['siws'],
  landing: 'wallet',
  accounts: [walletOf('solana')],
  isLinkable: true,
  address: null,
  path: '/siws',
  proofs: { message: { login: '/authenticate', link: ['/link'] } },
  transferBody,
  spoken: 'with a Solana wallet',
} as const satisfies LoginMethodEntry
