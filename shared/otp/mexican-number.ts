/**
 * Mexico wrote a 1 before mobile numbers that were called from abroad, and numbers have been without it since 2019. WhatsApp and old
 * address books still write it (`+52 1 55 1234 5678`).
 * @param nationalNumber the digits after the calling code, as they were parsed
 * @returns E.164 without that 1; `null` for other numbers
 */
export const withoutMexicanOne = (callingCode: string, nationalNumber: string): string | null =>
  callingCode === '52' && /^1\d{10}$/.test(nationalNumber) ? `+52${nationalNumber.slice(1)}` : null
