import * as z from 'zod/mini'
import { type LoginMethodEntry, transferBody, walletOf, whenOn } from './define.ts'

/** Contract §4.1. */
export const SMART_WALLET_TYPES = [
  'safe',
  'kernel',
  'light_account',
  'biconomy',
  'coinbase_smart_wallet',
  'thirdweb',
  'nexus',
] as const
/** A contract's release, e.g. `1.4.1`. */
export const SMART_WALLET_VERSION = /^[\w.-]{1,32}$/
export type SmartWalletType = (typeof SMART_WALLET_TYPES)[number]

/** Login with an Ethereum wallet of the person's own (contract §2.3; EIP-4361, "Sign-In with Ethereum"). */
export const siwe = {
  method: 'siwe',
  ways: whenOn('siwe', 'wallet_auth'),
  loginName: 'wallet',
  resultNames: ['siwe'],
  landing: 'wallet',
  accounts: [
    walletOf('ethereum'),
    {
      // A contract that the user's wallet owns. It is added, and is no way in.
      type: 'smart_wallet',
      perUser: 'one',
      linkedBy: '/link_smart_wallet',
      fields: {
        address: z.string(),
        smart_wallet_type: z.string(),
        smart_wallet_version: z.optional(z.string()),
      },
      subject: 'address',
      // Pages name it by `address`, as they do an email address.
      reference: { maxLength: 254, ignoresCase: true },
      shortcut: 'smartWallet',
    },
  ],
  isLinkable: true,
  address: null,
  path: '/siwe',
  proofs: { message: { login: '/authenticate', link: ['/link', '/link_smart_wallet'] } },
  transferBody,
  spoken: 'with an Ethereum wallet',
} as const satisfies LoginMethodEntry
