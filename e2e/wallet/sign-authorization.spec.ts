import { recoverAuthorizationAddress } from 'viem/utils'
import type { HostPage } from '../fixtures/host-page.ts'
import { expect, giveTokens, TOKEN, test } from '../fixtures/on-anvil.ts'

interface SignedAuthorization {
  readonly address: `0x${string}`
  readonly chainId: string
  readonly nonce: string
  readonly r: `0x${string}`
  readonly s: `0x${string}`
  readonly yParity: string
}

const ask = (host: HostPage, request: object) =>
  host.call<SignedAuthorization>('ethereum.request', {
    method: 'eth_sign7702Authorization',
    params: [request],
  })

test('an approved authorization is the account’s own', async ({ openAnew, shop }) => {
  const { host, account } = await openAnew()
  await giveTokens(shop.anvil, account, 1n)
  const signing = ask(host, { address: TOKEN })
  await expect(host.frame.getByRole('heading', { name: 'Give away your wallet' })).toBeVisible()
  await expect(host.frame.getByRole('list', { name: 'Warning' })).toContainText(
    'could move everything you have, at any time',
  )
  await host.approve()
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  const { address, chainId, nonce, r, s, yParity } = outcome.value
  expect(address.toLowerCase()).toBe(TOKEN.toLowerCase())
  expect(
    await recoverAuthorizationAddress({
      authorization: {
        address,
        chainId: Number(chainId),
        nonce: Number(nonce),
        r,
        s,
        yParity: Number(yParity),
      },
    }),
  ).toBe(account)
})

test('an authorization for an address without code is warned of, and Reject ends it', async ({
  openAnew,
}) => {
  const { host } = await openAnew()
  const signing = ask(host, { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  await host.button('1 more reason').click()
  await expect(host.frame.getByRole('list', { name: 'Warning' })).toContainText('There’s no contract at')
  await host.button('Reject').click()
  expect(await signing).toMatchObject({ ok: false, error: { code: 4001 } })
})
