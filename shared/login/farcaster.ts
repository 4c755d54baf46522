import * as z from 'zod/mini'
import { type LoginMethodEntry, whenOn } from './define.ts'

const text = z.optional(z.string())

/** Login with a Farcaster account (contract §2.4; FIP-11, "Sign In With Farcaster"). */
export const farcaster = {
  method: 'farcaster',
  ways: whenOn('farcaster', 'farcaster_auth'),
  loginName: 'farcaster',
  resultNames: ['farcaster'],
  landing: 'other',
  accounts: [
    {
      type: 'farcaster',
      perUser: 'one',
      fields: {
        fid: z.number(),
        owner_address: z.string(),
        username: text,
        display_name: text,
        bio: text,
        profile_picture: text,
        profile_picture_url: text,
        homepage_url: text,
        signer_public_key: text,
      },
      clientNames: { profile_picture: 'pfp', homepage_url: 'url' },
      subject: 'fid',
      // 2^53 - 1.
      reference: { maxLength: 16, isNumber: true },
      shortcut: 'farcaster',
    },
  ],
  isLinkable: true,
  address: null,
  path: '/farcaster',
  proofs: { channel: { login: '/authenticate', link: ['/link'] } },
  spoken: 'with Farcaster',
  transferBody: farcaster_id => ({ farcaster_id }),
} as const satisfies LoginMethodEntry
