import { expect, test } from 'vitest'
import { fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { scanDomain } from './scan-domain.ts'

const app = { allowed_domains: ['https://shop.example', 'https://staging.shop.example:8443'] }
const { embeddedWallets } = fakeKernel().config.get()

test.each([
  [undefined, 'shop.example'],
  ['shop.example', 'shop.example'],
  ['staging.shop.example:8443', 'staging.shop.example:8443'],
  ['bank.example', 'shop.example'],
  ['example', 'shop.example'],
])('the scanner is told the pinned host, or another one of the app: %s as %s', (domain, expected) => {
  const transactionScanning = { enabled: true, domain }
  expect(
    scanDomain(fakeKernel({ app, config: { embeddedWallets: { ...embeddedWallets, transactionScanning } } })),
  ).toBe(expected)
})
