import { base64Text } from '@vitrine/shared/encoding.ts'
import { expect, test, vi } from 'vitest'
import type { ExternalWallets, WalletConnection } from '../external-wallets/ports.ts'
import { FIRST, SOLANA } from '../external-wallets/testing/page.ts'
import { polygon } from '../external-wallets/testing/settings.ts'
import type { ExternalWallet } from '../session/held-wallet.ts'
import { externalWallet } from '../ui/testing/fake-kernel.ts'
import { createExternalSigner, type ExternalSignerParts } from './external-signer.ts'

const { signal } = new AbortController()
const wallet: ExternalWallet = { ...externalWallet, address: FIRST }
const solana: ExternalWallet = { ...wallet, chainType: 'solana', address: SOLANA }

function open(answer: unknown, { can = true, isThere = true } = {}) {
  const ask = vi.fn(async () => answer)
  const line = { ask, can: () => can, meta: { name: 'MetaMask' } } as unknown as WalletConnection
  const bringToChain = vi.fn<ExternalWallets['bringToChain']>(async () => {})
  const wallets = {
    bringToChain,
    connectionOf: () => (isThere ? line : null),
    connected: { get: () => [{ connection: { walletClientType: 'metamask', meta: { name: 'MetaMask' } } }] },
  }
  const parts = {
    externalWallets: async () => wallets,
    ethereum: async () => ({ chains: [polygon] }),
  } as unknown as ExternalSignerParts
  return { signer: createExternalSigner(parts), ask, bringToChain }
}

test('a contract wallet’s signature has any length', async () => {
  const { signer } = open({ signature: '0x01' })
  const request = { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } } as const
  expect(await signer.perform(wallet, request, signal)).toEqual({ signature: '0x01', encoding: 'hex' })
})

test('typed data that names no chain leaves the wallet on its own', async () => {
  const { signer, ask, bringToChain } = open({ signature: '0x01' })
  const typed_data = {
    ...{ types: { Mail: [{ name: 'to', type: 'string' }] }, primary_type: 'Mail' },
    ...{ domain: { name: 'Mail' }, message: { to: 'Bob' } },
  }
  await signer.perform(wallet, { method: 'eth_signTypedData_v4', params: { typed_data } }, signal)
  expect(bringToChain).not.toHaveBeenCalled()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('typed data has the type of its domain, and its chain before it is asked for', async () => {
  const { signer, ask, bringToChain } = open({ signature: '0x01' })
  const typed_data = {
    types: { Mail: [{ name: 'to', type: 'string' }] },
    primary_type: 'Mail',
    domain: { chainId: 137, name: 'Mail' },
    message: { to: 'Bob' },
  }
  await signer.perform(wallet, { method: 'eth_signTypedData_v4', params: { typed_data } }, signal)
  expect(bringToChain.mock.calls[0]?.[1]).toBe(polygon)
  const [verb, argument] = ask.mock.calls[0] as unknown as [string, { typedData: string; address: string }]
  expect([verb, argument.address, JSON.parse(argument.typedData)]).toEqual([
    'eth_signTypedData_v4',
    FIRST,
    {
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        ...typed_data.types,
      },
      primaryType: 'Mail',
      domain: typed_data.domain,
      message: typed_data.message,
    },
  ])
})

test.each([
  ['another message', new Uint8Array([1, 2, 4]), 64],
  ['a longer one', new Uint8Array([1, 2, 3, 4]), 64],
  ['a signature of no key', new Uint8Array([1, 2, 3]), 63],
])('a Solana wallet that signed %s has not signed what was approved', async (_, signedMessage, length) => {
  const { signer } = open({ signedMessage, signature: new Uint8Array(length) })
  const params = { message: base64Text(new Uint8Array([1, 2, 3])), encoding: 'base64' } as const
  await expect(signer.perform(solana, { method: 'signMessage', params }, signal)).rejects.toMatchObject({
    code: 'unable_to_sign',
  })
})

test('a wallet that cannot, or has other accounts by now, is not asked', async () => {
  const request = { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } } as const
  const unable = open({ signature: '0x01' }, { can: false })
  await expect(unable.signer.perform(wallet, request, signal)).rejects.toMatchObject({
    code: 'unsupported_wallet_type',
    data: { eipCode: 4200 },
  })
  const away = open({ signature: '0x01' }, { isThere: false })
  await expect(away.signer.perform(wallet, request, signal)).rejects.toMatchObject({
    data: { eipCode: 4100 },
  })
  expect([unable.ask.mock.calls, away.ask.mock.calls]).toEqual([[], []])
})
