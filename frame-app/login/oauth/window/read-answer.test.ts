import { createECDH } from 'node:crypto'
import { base64urlText } from '@vitrine/shared/encoding.ts'
import { openAnswer, sealedAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { expect, it } from 'vitest'
import { failureOf, readAnswer, readReturned, returnUrl } from './read-answer.ts'

const state = 's'.repeat(48)
const ecdh = createECDH('prime256v1')
const publicKey = new Uint8Array(ecdh.generateKeys())
const RECIPIENT = base64urlText(publicKey)
const signer = { publicKey, dh: (enc: Uint8Array) => new Uint8Array(ecdh.computeSecret(enc)) }

it.each([
  ['access_denied', 'denied'],
  ['user_denied', 'denied'],
  ['user_cancelled_login', 'denied'],
  ['user_cancelled_authorize', 'denied'],
  ['USER_CANCELLED', 'denied'],
  ['consent_required', 'denied'],
  ['login_required', 'denied'],
  ['interaction_required', 'denied'],
  ['account_suspended', 'suspended'],
  ['user_blocked', 'suspended'],
  ['account_disabled', 'suspended'],
  ['server_error', 'failed'],
  ['invalid_scope', 'failed'],
  ['', 'failed'],
  ['not access_denied', 'failed'],
])('takes the error %j for %s', async (error, failure) => {
  expect(failureOf(error)).toBe(failure)
  expect(await readAnswer({ code: 'a code', state, iss: null, error }, RECIPIENT)).toBe(failure)
})

it.each([null, '', 'c'.repeat(4097)])('has nothing to seal without a code (%#)', async code => {
  expect(await readAnswer({ code, state, iss: null, error: null }, RECIPIENT)).toBe('failed')
})

it('seals the longest code that there is, for the signer and this flow alone', async () => {
  const code = 'c'.repeat(4096)
  const sealed = await readAnswer({ code, state, iss: 'https://accounts.example', error: null }, RECIPIENT)
  expect(sealedAnswer.safeParse(sealed).success).toBe(true)
  expect(await openAnswer(signer, state, sealed)).toEqual({ code, iss: 'https://accounts.example' })
  expect(await openAnswer(signer, 'x'.repeat(48), sealed)).toBeNull()
})

it('writes what it brings into the page’s address, whatever stood there', () => {
  expect(
    returnUrl('https://shop.example/cart?a=1#top', { vitrine_oauth_code: 'v1.x', vitrine_oauth_state: 's' }),
  ).toBe('https://shop.example/cart?a=1&vitrine_oauth_code=v1.x&vitrine_oauth_state=s#top')
  expect(returnUrl('https://shop.example/?vitrine_oauth_code=old', { vitrine_oauth_code: 'new' })).toBe(
    'https://shop.example/?vitrine_oauth_code=new',
  )
})

it('reads an address with a code, and one with a word of who somebody is', async () => {
  const none = { code: null, iss: null, error: null, state: '' }
  expect(readReturned('?code=c&state=s&iss=i', '')).toEqual({ code: 'c', iss: 'i', error: null, state: 's' })
  expect(readReturned('?state=s', '#tgAuthResult=eyJpZCI6MX0')).toEqual({
    ...none,
    code: 'eyJpZCI6MX0',
    state: 's',
  })
  const no = readReturned('?state=s', '#tgAuthResult=ZmFsc2U=')
  expect(await readAnswer(no, RECIPIENT)).toBe('denied')
  expect(await readAnswer(readReturned('?state=s', ''), RECIPIENT)).toBe('failed')
})

it('reads what Apple comes back with, however it writes a plus', async () => {
  const token = { code: '158__40__a+b/c=', iss: null, error: null, state: '', isWebAuthToken: true }
  expect(readReturned('?ckWebAuthToken=158__40__a%2Bb%2Fc%3D&state=s', '')).toEqual(token)
  expect(readReturned('?ckWebAuthToken=158__40__a+b/c=&ckSession=x', '')).toEqual(token)
})
