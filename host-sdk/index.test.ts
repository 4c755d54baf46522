import { expect, it, vi } from 'vitest'
import * as sdk from './index.ts'

it('exports these values and no others', () => {
  expect(Object.keys(sdk).sort()).toEqual(['VitrineError', 'createVitrine'])
})

it('is harmless on a server: an instance with its first state, and a `ready` that rejects', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const vitrine = sdk.createVitrine({ appId: 'app_1', walletOrigin: 'https://wallet.example' })
  const again = sdk.createVitrine({ appId: 'app_1', walletOrigin: 'https://wallet.example' })
  expect(vitrine.state).toMatchObject({ ready: false, authenticated: false, user: null, wallets: [] })
  await expect(vitrine.ready).rejects.toThrow('Vitrine runs in a browser.')
  await expect(again.login()).rejects.toMatchObject({ code: 'not_ready' })
  again.destroy()
})
