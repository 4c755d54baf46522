import { hkdfSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Keyring, keyringOf } from './keyring.ts'
import { headerOf, randomSet } from './root-set.ts'
import { deriveKeyring } from './testing/derived-roots.ts'

const hex = (key: { export(): Buffer } | undefined) => key?.export().toString('hex')
const sealing = ({ envelope, tokenKey, providerSecret, oauthClient, recoveryKey }: Keyring) =>
  [envelope, tokenKey, providerSecret, oauthClient, recoveryKey].map(it => hex(it.byId.get(it.current)))

test('takes over what earlier releases derived by HKDF-SHA256, with the purpose as info', () => {
  const master = randomBytes(32)
  const expected = (info: string, length = 32) => Buffer.from(hkdfSync('sha256', master, '', info, length))
  const keyring = deriveKeyring(master)
  const { otp, challenge, accountSeal, deviceSeal, shareKeys, userEntropy, userId } = keyring
  const labels =
    'otp passkey-challenge account-seal device-seal share-keys user-entropy user-id issuer-seal grant-seal adoption presence import-key'
  const { issuerSeal, grantSeal, adoption, presence, importKey } = keyring
  expect(
    [
      ...[otp, challenge, accountSeal, deviceSeal, shareKeys, userEntropy, userId],
      ...[issuerSeal, grantSeal, adoption, presence, importKey],
    ].map(hex),
  ).toEqual(labels.split(' ').map(label => expected(`vitrine/${label}/v1`).toString('hex')))
  expect(sealing(keyring)).toEqual(
    'envelope token-key provider-secret oauth-client recovery-key'
      .split(' ')
      .map(label => expected(`vitrine/${label}/v1`).toString('hex')),
  )
  // As those releases named it in every envelope.
  expect(keyring.envelope.current).toBe(expected('vitrine/key-id/v1', 6).toString('base64url'))
})

test('the identity is the same for the same master key, another for another one, and no other key of it', () => {
  const { identity, recipient } = deriveKeyring(Buffer.alloc(32, 1))
  expect(deriveKeyring(Buffer.alloc(32, 1)).identity.publicKey).toEqual(identity.publicKey)
  expect(deriveKeyring(Buffer.alloc(32, 2)).identity.publicKey).not.toEqual(identity.publicKey)
  expect(Buffer.from(recipient.publicKey)).not.toEqual(identity.publicKey)
})

test('the identity is what it was in the first release that had one: sites pin it', () => {
  const { x, y } = deriveKeyring(Buffer.alloc(32, 1)).identity.privateKey.export({ format: 'jwk' })
  expect({ x, y }).toEqual({
    x: 'NYWnJv6FZCRTOhRRJ7uQg239eV-MbB5atkg0IdsciQo',
    y: 'B1POPNhMB9GMHcLQCcLclABB3arIwuGHC_YOsPpNhYY',
  })
})

test('a new installation’s values are random, each another', () => {
  const set = randomSet()
  const all = [set.roots, ...set.envelopes.map(it => it.values)].flatMap(it => [...it.values()].map(String))
  expect(new Set(all).size).toBe(24)
  expect(randomSet().roots.get('userEntropy')).not.toEqual(set.roots.get('userEntropy'))
})

test('what a set does not hold, as an older one, comes from its seed: the same each time, another for each purpose', () => {
  const { id, generation, roots, envelopes } = randomSet()
  const without = (values: ReadonlyMap<string, Buffer>, ...names: string[]) =>
    new Map([...values].filter(([name]) => !names.includes(name)))
  const [first] = envelopes
  if (!first) throw new Error('no key')
  const old = {
    ...{ id, generation, roots: without(roots, 'presence', 'adoption') },
    envelopes: [{ id: first.id, values: without(first.values, 'recoveryKey') }],
  }
  expect(headerOf(old).roots).not.toContain('presence')
  const [one, again] = [keyringOf(old), keyringOf(old)]
  expect(hex(one.presence)).toBe(hex(again.presence))
  expect(hex(one.presence)).not.toBe(hex(one.adoption))
  expect(sealing(one)).toEqual(sealing(again))
  expect(new Set(sealing(one)).size).toBe(5)
})
