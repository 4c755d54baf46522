import type { AccountDetails } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { Destination } from '../../otp/destination.ts'
import { readPhoneNumber } from '../../sms/phone-number.ts'

interface ReadNumber {
  readonly e164: string
  readonly destination: Destination
  readonly details: AccountDetails
  readonly country: string
}

/** @throws `invalid_data` (400) */
export function requirePhoneNumber(written: string): ReadNumber {
  const number = readPhoneNumber(written)
  if (!number) {
    throw apiError(
      'invalid_data',
      'This is not a number that can receive text messages. Check it; outside the United States begin with + and the country code.',
    )
  }
  const { e164, display, country } = number
  return { e164, country, destination: { channel: 'sms', address: e164 }, details: { phoneNumber: display } }
}
