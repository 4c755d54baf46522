import { expect, test } from 'vitest'
import { emailAddress, typedEmailAddress } from './email-address.ts'

test.each([
  ['in capitals', ' Ada@Example.COM ', 'ada@example.com'],
  ['with an accent of its own (NFD)', 'rene\u0301@example.com', 'ren\u00e9@example.com'],
  ['with an accent in the domain (NFD)', 'ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['of an internationalised domain', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['of the same domain in punycode', 'ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  ['of a domain in wide letters', 'ada@ｇmail.com', 'ada@gmail.com'],
  ['of a domain with a full stop of its own script', 'ada@example。com', 'ada@example.com'],
])('an address %s has one form', (_case, written, stored) => {
  expect(emailAddress.safeParse(written).data).toBe(stored)
})

test.each(['\u200b', '\u200e', '\u2060', '\u00ad', '\u202a', '\u{e0041}', '\ufe0f', '\u3164'])(
  'an invisible character (%j) is refused, and stripped of what a person pastes',
  invisible => {
    const places = [
      `${invisible}ada@example.com`,
      `ad${invisible}a@example.com`,
      `ada@exam${invisible}ple.com`,
    ]
    for (const written of [...places, `ada@example.com${invisible}`]) {
      expect(emailAddress.safeParse(written).success).toBe(false)
      expect(typedEmailAddress(written).data).toBe('ada@example.com')
    }
  },
)

test.each(['', 'ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', '\u200b'])(
  '%j is no address',
  written => {
    expect(typedEmailAddress(written).success).toBe(false)
  },
)
