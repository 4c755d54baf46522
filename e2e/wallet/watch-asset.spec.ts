import { expect, giveTokens, TOKEN, test } from '../fixtures/on-anvil.ts'

const offer = (options: object = {}) => ({
  method: 'wallet_watchAsset',
  params: { type: 'ERC20', options: { address: TOKEN, symbol: 'TUSD', decimals: 6, ...options } },
})

test('a token that the person adds stands in the account with its balance, also after a reload, until they remove it', async ({
  openAnew,
  shop,
}) => {
  const { host, account } = await openAnew()
  await giveTokens(shop.anvil, account, 12_500_000n)
  const watching = host.call('ethereum.request', offer())
  const dialog = host.frame.getByRole('dialog', { name: 'Add this token to your wallet?' })
  for (const text of ['TUSD', 'Test Dollar', TOKEN, 'Anvil', '12.5 TUSD', account])
    await expect(dialog).toContainText(text, { ignoreCase: true })
  await host.button('Add').click()
  expect(await watching).toEqual({ ok: true, value: true })
  // What is there already is not asked for again.
  expect(await host.call('ethereum.request', offer())).toEqual({ ok: true, value: true })

  await host.page.reload()
  await host.ready()
  const account1 = host.call('openAccount')
  const remove = host.button('Stop showing TUSD')
  await expect(host.frame.getByRole('listitem').filter({ has: remove })).toContainText('12.5 TUSD')
  await remove.click()
  await expect(remove).toBeHidden()
  await host.button('Close').click()
  expect(await account1).toMatchObject({ ok: true })
})

test('rejected is 4001; what the contract says otherwise, and what is no contract, is -32602 without a screen', async ({
  openAnew,
  shop,
}) => {
  const { host, account } = await openAnew()
  await giveTokens(shop.anvil, account, 1n)
  const watching = host.call('ethereum.request', offer())
  await host.button('Reject').click()
  expect(await watching).toMatchObject({ ok: false, error: { code: 4001 } })
  for (const options of [{ decimals: 18 }, { symbol: 'USDC' }, { address: account }])
    expect(await host.call('ethereum.request', offer(options))).toMatchObject({
      ok: false,
      error: { code: -32602 },
    })
  await expect(host.dialog).toBeHidden()
})
