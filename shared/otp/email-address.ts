import * as z from 'zod/mini'

const ADDRESS =
  /^[^\s\p{Cc}\p{Cs}@<>"(),:;\\]+@[^\s\p{Cc}\p{Cs}@./?#%<>"(),:;\\]+(\.[^\s\p{Cc}\p{Cs}@./?#%<>"(),:;\\]+)+$/u

/** The address with its domain as mail goes to it (UTS 46, punycode); '' for what is none. */
function withMailHost(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const url = `http://${address.slice(at)}`
  return ADDRESS.test(address) && URL.canParse(url) ? address.slice(0, at) + new URL(url).hostname : ''
}

/**
 * Addresses are compared lower-cased and trimmed, their domains as mail finds them: one
 * mailbox under many spellings (`ｇmail.com`) would have as many accounts and limits, and escape the denylist.
 */
export const emailAddress = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.overwrite(withMailHost), z.regex(ADDRESS))
