import { expect, it } from 'vitest'
import { readRecipient, writeRecipient } from './recipient.ts'

it.each([
  { phoneNumber: '+12133734253', channel: 'sms' },
  { phoneNumber: '+12133734253', channel: 'whatsapp' },
  { phoneNumber: '', channel: 'sms' },
] as const)('%o is read as it was written', recipient => {
  expect(readRecipient(writeRecipient(recipient))).toEqual(recipient)
})
