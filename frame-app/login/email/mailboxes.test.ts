import { expect, it } from 'vitest'
import { mailboxOf } from './mailboxes.ts'

it.each([
  ['nora@gmail.com', 'https://mail.google.com/mail/'],
  ['NORA@GoogleMail.com', 'https://mail.google.com/mail/'],
  ['"odd@name"@hotmail.com', 'https://outlook.live.com/mail/'],
  ['nora@proton.me', 'https://mail.proton.me/'],
  ['nora@web.de', 'https://web.de/'],
])('%s is read at %s', (address, url) => {
  expect(mailboxOf(address)).toBe(url)
})

it.each([
  'nora@example.org',
  'nora@mail.gmail.com',
  'nora@notgmail.com',
  'nora@gmail.com.example.org',
  'gmail',
])('%s is read nobody knows where', address => {
  expect(mailboxOf(address)).toBeNull()
})
