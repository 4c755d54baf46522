import { isSiteOrigin } from '@vitrine/shared/config/allowed-origin.ts'
import { readKitCode } from '@vitrine/shared/kit/read-kit-code.ts'
import { typedEmailAddress } from '@vitrine/shared/otp/email-address.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import { describe, expect, test } from 'vitest'
import { parseExactly } from '../funding/call/ask-vendor.ts'
import { browserOf } from '../http/made-with.ts'
import { networkOf } from '../http/network.ts'
import { scrub } from '../log/scrub.ts'
import { readSignIn, readSolanaSignIn } from '../signer/sign-in/sign-in-message.ts'

/** As much as any answer of another machine may be. */
const LIMIT = 1024 * 1024
/** CPU time of this process, which a busy machine does not lengthen. */
const MOST_MS = 200

const shape = (unit: string, start = '', end = '') =>
  start + unit.repeat(Math.floor((LIMIT - start.length - end.length) / unit.length)) + end

const SHAPES = {
  'one letter': shape('a'),
  'a string without an end': shape('a', '"'),
  'quotes without a pair': shape('"a'),
  escapes: shape('\\"', '"'),
  'open brackets': shape('['),
  digits: shape('0', '1'),
  'zeros before a letter': shape('0', '', 'x'),
  'spaces before a letter': shape(' ', '', 'x'),
  'at signs': shape('a@'),
  schemes: shape('a://'),
  'hyphens and dots': shape('a.-'),
  lines: shape('a: b\n'),
} as const

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'an answer of a vendor': parseExactly,
  'an answer of a node': JSON.parse,
  'a message of an error': scrub,
  'an address of a user': typedEmailAddress,
  'a sign-in message of Ethereum': readSignIn,
  'a sign-in message of Solana': readSolanaSignIn,
  'a User-Agent': text => browserOf(() => text),
  'an address of a proxy': networkOf,
  'a URL': parseUrl,
  'an origin': isSiteOrigin,
  'a recovery kit': readKitCode,
}

describe.each(Object.entries(PARSERS))('%s is read in linear time:', (_, parse) => {
  test.each(Object.entries(SHAPES))('%s', (_, text) => {
    const before = process.cpuUsage()
    try {
      parse(text)
    } catch {
      // Most of these are nothing that it reads.
    }
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(MOST_MS)
  })
})
