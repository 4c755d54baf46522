import * as z from 'zod/mini'

/** 32 bytes, base64url: of one answer `account_transfer_required`, good once. Goes with what agrees to it. */
export const transferNonce = z.string().check(z.regex(/^[\w-]{43}$/))
