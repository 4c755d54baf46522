import * as z from 'zod/mini'

/** Characters that show nothing (UAX #44): two addresses that look the same would be two people, or one person locked out. */
const INVISIBLE = String.raw`\p{Cf}\p{DI}`
/** Allowed nowhere in an address. */
const NEVER = String.raw`\s\p{Cc}\p{Cs}${INVISIBLE}@<>"(),:;\\`
/** Full stops of other scripts count as one (UTS 46): a Japanese keyboard writes `。`. */
const STOPS = String.raw`.\u3002\uff0e\uff61`
const LABEL = `[^${NEVER}${STOPS}/?#%]+`
const ADDRESS = new RegExp(`^[^${NEVER}]+@${LABEL}([${STOPS}]${LABEL})+$`, 'u')

/** The address with its domain as mail goes to it (UTS 46, punycode); '' for what is none. */
function withMailHost(address: string): string {
  if (!ADDRESS.test(address)) return ''
  const at = address.lastIndexOf('@') + 1
  // Not by `parseUrl`: the login screen would load the chunk of the config for it.
  try {
    return address.slice(0, at) + new URL(`http://${address.slice(at)}`).hostname
  } catch {
    return ''
  }
}

/**
 * Addresses are compared trimmed, lower-cased and in NFC, their domains as mail finds them: one mailbox under many spellings
 * (`ｇmail.com`) would have as many accounts and limits, and escape the denylist. One with an invisible character is refused.
 */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.toLowerCase(),
    z.maxLength(254),
    z.overwrite(withMailHost),
    z.regex(ADDRESS),
  )

/** Reads an address that a person typed or pasted: mail apps and web pages put invisible characters around one that is copied. */
export const typedEmailAddress = (text: string) =>
  emailAddress.safeParse(text.replace(new RegExp(`[${INVISIBLE}]`, 'gu'), ''))
