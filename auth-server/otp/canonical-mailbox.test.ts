import { expect, test } from 'vitest'
import { canonicalMailbox } from './canonical-mailbox.ts'

test.each([
  ['ada@mail.example', 'ada@mail.example'],
  ['ada+shop@mail.example', 'ada@mail.example'],
  ['ada+shop+again@mail.example', 'ada@mail.example'],
  ['a.da@mail.example', 'a.da@mail.example'],
  ['a.d.a+shop@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['a.da@gmail.com.evil.example', 'a.da@gmail.com.evil.example'],
])('%s is counted as %s', (address, mailbox) => {
  expect(canonicalMailbox(address)).toBe(mailbox)
})
