import { withoutMexicanOne } from '@vitrine/shared/otp/mexican-number.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

export interface PhoneNumber {
  /** E.164: what uniqueness and login look up. */
  readonly e164: string
  /** International display format, with spaces: what people see. */
  readonly display: string
  /** ISO 3166-1 alpha-2, or the calling code of a network that is no country's, e.g. `+870`. */
  readonly country: string
}

/** Lines that are no person's own, or whose owner earns by what they receive (toll fraud). */
const REFUSED = ['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'PAGER', 'VOICEMAIL']

/**
 * Reads a number as a person writes it. Without `+` it is one of the United States (contract §5). A number of the right length is
 * accepted even if the library does not know its area: new area codes are in use before a release of the library has them.
 * @returns `null` when there is no such number or it cannot receive text messages.
 */
export function readPhoneNumber(written: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(written, { defaultCountry: 'US', extract: false })
  if (!number || number.ext !== undefined) return null
  const mexican = withoutMexicanOne(number.countryCallingCode, number.nationalNumber)
  if (mexican !== null) return readPhoneNumber(mexican)
  if (!number.isPossible() || REFUSED.includes(number.getType() ?? '')) return null
  const country = number.country ?? `+${number.countryCallingCode}`
  return { e164: number.number, display: number.formatInternational(), country }
}
