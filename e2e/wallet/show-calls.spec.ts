import { expect, test } from '../fixtures/on-anvil.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('wallet_showCallsStatus shows each call and follows it until it is in a block', async ({
  openAnew,
  shop,
}) => {
  const { host, account } = await openAnew()
  await shop.anvil.request('evm_setAutomine', [false])
  try {
    const sending = host.call<{ id: string }>('ethereum.request', {
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          chainId: '0x7a69',
          from: account,
          atomicRequired: false,
          calls: [{ to: TO, value: '0xde0b6b3a7640000' }],
        },
      ],
    })
    await host.approve()
    const sent = await sending
    if (!sent.ok) throw new Error(sent.error.message)
    const status = (method: string) => host.call('ethereum.request', { method, params: [sent.value.id] })
    expect(await status('wallet_getCallsStatus')).toMatchObject({ ok: true, value: { status: 100 } })

    const showing = status('wallet_showCallsStatus')
    const dialog = host.frame.getByRole('dialog', { name: 'Your transactions' })
    await expect(dialog).toContainText('Waiting')
    await expect(dialog).toContainText('1 ETH')
    await shop.anvil.request('anvil_mine')
    await expect(dialog).toContainText('1 of 1 done')
    await host.button('Done').click()
    expect(await showing).toEqual({ ok: true, value: null })
    expect(await status('wallet_getCallsStatus')).toMatchObject({ ok: true, value: { status: 200 } })
  } finally {
    await shop.anvil.request('evm_setAutomine', [true])
  }
})

test('an unknown id is 5730', async ({ openAnew }) => {
  const { host } = await openAnew()
  expect(
    await host.call('ethereum.request', { method: 'wallet_showCallsStatus', params: ['0xnone'] }),
  ).toMatchObject({ ok: false, error: { code: 5730 } })
})
