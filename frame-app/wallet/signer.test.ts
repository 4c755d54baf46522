import type { ActivityReport } from '@vitrine/shared/api/activity.ts'
import { expect, test, vi } from 'vitest'
import type { HeldWallet } from '../session/held-wallet.ts'
import { fakeMfa } from '../ui/testing/fake-kernel.ts'
import { createSigner } from './signer.ts'

const signal = new AbortController().signal
const onDevice = { address: '0xA1', chainType: 'ethereum', custody: 'device' } as HeldWallet
const atServer = { address: '0xA2', chainType: 'ethereum', custody: 'server', id: 'wallet_1' } as HeldWallet

function setUp(perform = vi.fn(async () => ({ signature: '0x01' }))) {
  const reports: ActivityReport[] = []
  const post = vi.fn(async () => ({ data: { signature: '0x02' } }))
  const signer = createSigner(
    { post } as unknown as Parameters<typeof createSigner>[0],
    { perform } as unknown as Parameters<typeof createSigner>[1],
    { perform: async () => Promise.reject(new Error('elsewhere')) },
    report => reports.push(report),
    fakeMfa(),
  )
  return { signer, reports }
}

test('what a key of this device signed is reported, without its text, each under a name of its own', async () => {
  const { signer, reports } = setUp()
  for (let i = 0; i < 2; i++)
    await signer.signMessage({ wallet: onDevice, message: 'a secret text', encoding: 'utf-8' }, signal)
  const once = expect.stringMatching(/^[\w-]{16,64}$/)
  const report = { type: 'wallet.signed', address: '0xA1', method: 'personal_sign', once }
  expect(reports).toEqual([report, report])
  expect(new Set(reports.map(it => JSON.stringify(it))).size).toBe(2)
})

test('what the server signs it writes down itself, and what failed was not signed', async () => {
  const refused = setUp(vi.fn(async () => Promise.reject(new Error('no key'))))
  const message = { message: 'hi', encoding: 'utf-8' } as const
  await expect(refused.signer.signMessage({ wallet: onDevice, ...message }, signal)).rejects.toThrow('no key')
  const { signer, reports } = setUp()
  await signer.signMessage({ wallet: atServer, ...message }, signal)
  expect([refused.reports, reports]).toEqual([[], []])
})
