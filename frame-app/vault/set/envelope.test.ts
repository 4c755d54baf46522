import { base64urlText } from '@vitrine/shared/encoding.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { expect, test } from 'vitest'
import { OWNER } from '../testing/set-fixtures.ts'
import { open, type ShareContext, seal, shareKey } from './envelope.ts'

const context: ShareContext = { ...OWNER, kind: 'auth-share', setId: 'set', sharingId: 'sharing' }
const newKey = () => shareKey(crypto.getRandomValues(new Uint8Array(32)))
const share = () => crypto.getRandomValues(new Uint8Array(17))

test('opens what it sealed, and no two envelopes of one share are alike', async () => {
  const key = await newKey()
  const secret = share()
  const envelopes = [await seal(key, context, secret), await seal(key, context, secret)]
  for (const envelope of envelopes) expect(await open(key, context, envelope)).toEqual(secret)
  expect(new Set(envelopes.map(envelope => envelope.split('.')[1])).size).toBe(2)
})

test.each<[string, Partial<ShareContext>]>([
  ['kind', { kind: 'recovery-share' }],
  ['app', { appId: 'app_2' }],
  ['user', { userId: 'user_2' }],
  ['set', { setId: 'other' }],
  ['sharing', { sharingId: 'other' }],
])('of another %s it does not open under the same key', async (_, change) => {
  const key = await newKey()
  const envelope = await seal(key, context, share())
  await expect(open(key, { ...context, ...change }, envelope)).rejects.toMatchObject({ problem: 'damaged' })
})

test('an IV of another length is none, though the cipher would take it', async () => {
  const key = await newKey()
  const iv = crypto.getRandomValues(new Uint8Array(16))
  const additionalData = new TextEncoder().encode(`v1.${canonicalJson(context)}`)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, share())
  const envelope = `v1.${base64urlText(iv)}.${base64urlText(new Uint8Array(sealed))}`
  await expect(open(key, context, envelope)).rejects.toMatchObject({ problem: 'damaged' })
})

test('another key does not open it, and the key itself leaves no trace', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const key = await shareKey(bytes)
  expect(bytes).toEqual(new Uint8Array(32))
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  const envelope = await seal(await newKey(), context, share())
  await expect(open(key, context, envelope)).rejects.toMatchObject({ problem: 'damaged' })
})
