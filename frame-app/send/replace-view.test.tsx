// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { fakeNetwork, fakeNetworks, sentTransaction } from '../approval/testing/fake-network.ts'
import { arm, hash, text } from '../approval/testing/open-scene.ts'
import type { EthereumNetwork, ReplacementKind } from '../chains/ethereum/ports.ts'
import { openAccount } from '../requests/account/testing/open-account.ts'
import { alertText, click, control, press, title, until, useBrowser } from '../ui/testing/dom.ts'
import { deviceWallet, externalWallet, wallet } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import { say } from '../words/say.ts'
import './replace-view.tsx'

useBrowser()

const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const price = { maxFeePerGas: 8n, maxPriorityFeePerGas: 8n }

/** An account in which one transaction waits. */
async function open(
  own: Partial<EthereumNetwork> = {},
  by: typeof wallet | object = wallet,
  operations = {},
) {
  const send = vi.fn<EthereumNetwork['send']>(async () => ({ hash }))
  const replacement = async (of: `0x${string}`, kind: ReplacementKind) => ({
    ...(kind === 'cancel' ? { to: wallet.address as never, value: 0n } : { to: FRIEND as never, value: 5n }),
    ...{ nonce: 7, replaces: { hash: of, kind, price } },
  })
  const replaceable = () => ['speed-up', 'cancel'] as const
  const network = { ...fakeNetwork({ chain: { rpcUrls: [] } }), send, replacement, replaceable, ...own }
  const row = { ...sentTransaction(`0x${'01'.repeat(32)}`, 1, 'pending'), to: FRIEND as never }
  const rows = [row]
  const networks = { ...fakeNetworks(network), sent: { get: () => rows, subscribe: () => () => {} } }
  const { kernel } = await openAccount({
    part: 'home',
    wallets: [by as typeof wallet],
    operations,
    ethereum: async () => networks,
  })
  await until(() => expect(text()).toContain(en['activity.pending']))
  return { kernel, send }
}
const button = (kind: 'speedUpThis' | 'cancelThis') =>
  control('button', say(`activity.${kind}`, { what: en['activity.other'] }))

it('a faster one is approved as what it does, and that it replaces the one that waits', async () => {
  const { kernel, send } = await open()
  await click(button('speedUpThis'))
  await until(() => expect(text()).toContain(en['approval.speedsUp']))
  expect(text()).toContain(say('approval.asker.own'))
  await arm()
  await press(control('button', 'Approve'))
  await until(() => expect(title()).toBe('Sent'))
  expect(send).toHaveBeenCalledOnce()
  // No call of the page’s is answered by it.
  expect(kernel.outcomes).toEqual([])
  await click(control('button', 'Close'))
  await until(() => expect(title()).toBe(en['account.title']))
})

it('a cancellation is called one, and not a transfer of nothing', async () => {
  await open()
  await click(button('cancelThis'))
  await until(() => expect(title()).toBe(en['approval.headline.cancel']))
  expect(text()).toContain(en['approval.cancels'])
  await click(control('button', 'Reject'))
  expect(title()).toBe(en['account.title'])
})

it('says what is wrong where it waits no more', async () => {
  const replacement = () => Promise.reject(clientError('invalid_data', 'This transaction waits no more.'))
  await open({ replacement })
  await click(button('cancelThis'))
  await until(() => expect(alertText()).not.toBeNull())
  await click(control('button', 'Back'))
  expect(title()).toBe(en['account.title'])
})

it('opens the key of a wallet on the device first', async () => {
  const openHere = vi.fn(() => new Promise<void>(() => {}))
  await open({}, deviceWallet, { openHere })
  await click(button('speedUpThis'))
  await act(async () => {})
  await until(() => expect(openHere).toHaveBeenCalledOnce())
})

it('is not offered for a wallet of another app', async () => {
  await open({}, { ...externalWallet, address: wallet.address })
  expect(text()).not.toContain(en['activity.speedUp'])
})
