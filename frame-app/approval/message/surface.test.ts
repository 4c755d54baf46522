import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import type { ScreenRequest } from '../../requests/registry.ts'
import { externalWallet, wallet } from '../../ui/testing/fake-kernel.ts'
import { SCENES } from '../testing/scenes.ts'
import { surfaceOf } from './surface.ts'

const hostOrigin = 'https://shop.example'
const at = (approval_surface: 'window' | 'frame') => ({ app: { approval_surface }, hostOrigin })
const message = (text: string, encoding: 'utf-8' | 'hex' = 'utf-8') =>
  ({ id: '1', kind: 'sign-message', wallet, message: text, encoding, uiOptions: {} }) as ScreenRequest
const signIn = createSiweMessage({
  domain: 'shop.example',
  address: wallet.address as `0x${string}`,
  uri: hostOrigin,
  version: '1',
  chainId: 1,
  nonce: 'abcdefgh1',
})

describe('where it is approved', () => {
  it.each(Object.entries(SCENES).filter(([, { request }]) => request.kind !== 'sign-message'))(
    '%s in a window, unless the operator chose the frame',
    (_, { request }) => {
      expect(surfaceOf(request, at('window'))).toBe('window')
      expect(surfaceOf(request, at('frame'))).toBe('frame')
    },
  )

  it.each(Object.entries(SCENES))(
    '%s of a wallet app in the frame, and of the key that is here still where it was',
    (_, { request }) => {
      const elsewhere = { ...request, wallet: externalWallet } as ScreenRequest
      expect(surfaceOf(elsewhere, at('window'))).toBe('frame')
      // The address alone moves nothing: whose key signs does.
      const sameAddress = { ...externalWallet, custody: 'server', id: 'w' }
      const here = { ...request, wallet: sameAddress } as unknown as ScreenRequest
      expect(surfaceOf(here, at('window'))).toBe(surfaceOf(request, at('window')))
    },
  )

  it.each([
    [
      'what keys of the app’s may do',
      { id: '1', kind: 'delegate-wallet', wallet, terms: [], uiOptions: {} } as const,
    ],
    ['a message', message('I agree')],
    ['bytes', message(`0x${'00ff'.repeat(16)}`, 'hex')],
    ['a sign-in to another site', message(signIn.replaceAll('shop.example', 'bank.example'))],
  ])('%s in a window', (_, request) => {
    expect(surfaceOf(request, at('window'))).toBe('window')
  })

  it.each([
    ['text', message(signIn)],
    ['bytes', message(`0x${Buffer.from(signIn).toString('hex')}`, 'hex')],
  ])('a sign-in to the asking site, as %s, in the frame', (_, request) => {
    expect(surfaceOf(request, at('window'))).toBe('frame')
  })
})
