import { en } from '../../frame-app/words/en.ts'
import { expect, openWindow, test } from '../fixtures/on-market.ts'

const EXCHANGE = [{ method: 'exchange', provider: 'coinbase' }, { method: 'manual' }]
const OPEN = en['funding.open'].replace('{provider}', 'Coinbase')

for (const chain of ['base', 'solana'] as const)
  test(`what a person has at an exchange comes to their wallet on ${chain}`, async ({
    openFunding,
    market,
  }) => {
    const { host, account } = await openFunding(EXCHANGE, { chain })
    const funding = host.call('fundWallet', { address: account })
    await host.frame.getByRole('button', { name: /^Coinbase account/ }).click()
    await host.button(en['action.continue']).click()
    const popup = await openWindow(host, OPEN)
    expect(market.coinbase.opened.at(-1)?.get('defaultExperience')).toBe('send')
    await popup.getByRole('button', { name: 'Complete' }).click()
    await expect(host.frame.getByRole('dialog', { name: '25 USDC added' })).toBeVisible()
    expect(await funding).toMatchObject({
      ok: true,
      value: { status: 'completed', fundingMethod: 'exchange', amount: '25' },
    })
    expect(await market.balanceOf(account)).toBe(25_000_000n)
  })
