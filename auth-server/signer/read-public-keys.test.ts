import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { expect, test } from 'vitest'
import { readPublicKeys } from './read-public-keys.ts'
import { createTestCustody, MASTER_KEY, ORIGIN } from './testing/custody.ts'

const keys = readPublicKeys(createTestCustody())

test('the identity vouches for the key that devices encrypt to, for this wallet origin', async () => {
  const { identity, recipient, signature } = keys
  expect(await isStatementOf(identity, { kind: 'recipient', origin: ORIGIN, recipient }, signature)).toBe(
    true,
  )
  const elsewhere = { kind: 'recipient', origin: 'https://other.example', recipient } as const
  expect(await isStatementOf(identity, elsewhere, signature)).toBe(false)
})

test('another installation has other keys, and vouches for none of these', async () => {
  const other = readPublicKeys(createTestCustody(Buffer.from(MASTER_KEY).fill(7)))
  expect(other.identity).not.toBe(keys.identity)
  expect(other.recipient).not.toBe(keys.recipient)
  const { recipient } = keys
  const statement = { kind: 'recipient', origin: ORIGIN, recipient } as const
  expect(await isStatementOf(keys.identity, statement, other.signature)).toBe(false)
})
