import { type Hex, verifyMessage } from 'viem'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { PublicWallet } from '../fixtures/secrets-document.ts'
import { expect, test } from '../fixtures/test.ts'

test('a wallet that a site had made for an address is its person’s at the first login, and nobody else’s', async ({
  context,
  stack,
  address,
}) => {
  const app = await withOwnApp(stack, {
    embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
  })
  const response = await fetch(`${app.wallet.origin}/api/v1/users`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${app.app.id}:${app.app.secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      linked_accounts: [{ type: 'email', address }],
      wallets: [{ chain_type: 'ethereum' }],
    }),
  })
  const expected = await response.json()
  expect(expected).toMatchObject({ status: 'expected', wallets: [{ chain_type: 'ethereum' }] })
  const [{ address: made }] = expected.wallets as [{ address: Hex }]

  const walletsOf = async (host: HostPage) => {
    const state = await host.evaluate<PublicWallet[]>('return vitrine.state.wallets')
    return state.ok ? state.value : []
  }
  const host = await (await HostPage.open(context, app)).ready()
  await host.logIn(`other-${address}`)
  expect((await walletsOf(host)).map(it => it.address)).not.toContain(made)
  await host.call('logout')

  await host.logIn(address)
  // And no second one is made on login.
  expect(await walletsOf(host)).toEqual([expect.objectContaining({ address: made, imported: false })])
  const message = 'airdropped before I came'
  const signed = await host.sign(message)
  if (!signed.ok) throw new Error(signed.error.message)
  expect(await verifyMessage({ address: made, message, signature: signed.value.signature })).toBe(true)
})
