import { expect, test } from 'vitest'
import { redactSubject } from './redact.ts'

test.each([
  ['anna.lee@mail.example', 'a•••@mail.example'],
  ['"a@b"@mail.example', '"•••@mail.example'],
  ['+12025550123', '•••0123'],
  ['ethereum:0x52908400098527886e0f7030069857d2e4169ee7', '0x529…9ee7'],
  ['abcd', '•••cd'],
  ['a', '•••'],
])('%s is told as %s', (subject, told) => {
  expect(redactSubject(subject)).toBe(told)
})
