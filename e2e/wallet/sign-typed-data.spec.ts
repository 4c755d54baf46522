import { verifyTypedData as verifiedByEthers } from 'ethers'
import { verifyTypedData } from 'viem'
import { expect, test } from '../fixtures/test.ts'

const TOKEN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const typedData = {
  domain: { name: 'Token', version: '1', chainId: 1, verifyingContract: TOKEN },
  types: {
    Line: [
      { name: 'item', type: 'string' },
      { name: 'prices', type: 'uint256[]' },
    ],
    Order: [
      { name: 'buyer', type: 'address' },
      { name: 'lines', type: 'Line[]' },
      { name: 'salt', type: 'bytes32' },
      { name: 'isGift', type: 'bool' },
    ],
  },
  primaryType: 'Order',
  message: {
    buyer: TOKEN,
    lines: [{ item: 'Lampe “Grüße” 世界', prices: ['1', '2'] }],
    salt: `0x${'11'.repeat(32)}`,
    isGift: true,
  },
} as const

for (const [name, ask] of [
  ['signTypedData of the page', 'vitrine.signTypedData(args[0]).then(({ signature }) => signature)'],
  [
    'eth_signTypedData_v4 with JSON text',
    'vitrine.ethereum.request({ method: "eth_signTypedData_v4", params: [args[1], JSON.stringify(args[0])] })',
  ],
] as const)
  test(`an approved signature verifies in two libraries: ${name}`, async ({ signedIn }) => {
    const { host, account } = await signedIn()
    const signing = host.evaluate<`0x${string}`>(`return await ${ask}`, [typedData, account])
    await host.approve()
    const outcome = await signing
    if (!outcome.ok) throw new Error(outcome.error.message)
    const signature = outcome.value
    expect(await verifyTypedData({ address: account, ...typedData, signature } as never)).toBe(true)
    const { domain, types, message } = typedData
    expect(verifiedByEthers(domain, types as never, message, signature)).toBe(account)
  })

test('an address with the checksum of no chain is signed as what it is, and a struct may be null', async ({
  signedIn,
}) => {
  const { host, account } = await signedIn()
  const { types, message, domain } = typedData
  const wrong = `0x${TOKEN.slice(2).toUpperCase()}`
  const asked = { ...typedData, message: { ...message, buyer: wrong }, extra: 'free of charge' }
  const signing = host.call<string>('ethereum.request', {
    method: 'eth_signTypedData_v4',
    params: [account, JSON.stringify({ ...asked, domain: { ...domain, verifyingContract: wrong } })],
  })
  await host.approve()
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(verifiedByEthers(domain, types as never, message, outcome.value)).toBe(account)

  const withoutLine = { ...typedData, types: { Order: [{ name: 'line', type: 'Line' }], Line: types.Line } }
  const empty = host.call('signTypedData', { ...withoutLine, message: { line: null } })
  await host.approve()
  expect(await empty).toMatchObject({ ok: true })
})

test('what does not mean one thing to everyone is refused without a screen', async ({ signedIn }) => {
  const { host } = await signedIn()
  for (const request of [
    { ...typedData, primaryType: 'Letter' },
    { ...typedData, message: { ...typedData.message, buyer: 'vitalik.eth' } },
    { ...typedData, message: { ...typedData.message, isGift: 'yes' } },
    { ...typedData, types: { ...typedData.types, Line: [{ name: 'item', type: 'Text' }] } },
    'not typed data',
  ])
    expect(await host.call('signTypedData', request)).toMatchObject({
      ok: false,
      error: { code: 'invalid_data' },
    })
  await expect(host.dialog).toBeHidden()
})

test('for another chain than the provider’s a dapp is refused, with what to do', async ({ signedIn }) => {
  const { host, account } = await signedIn()
  const foreign = { ...typedData, domain: { ...typedData.domain, chainId: 137 } }
  expect(
    await host.call('ethereum.request', {
      method: 'eth_signTypedData_v4',
      params: [account, foreign],
    }),
  ).toMatchObject({
    ok: false,
    error: { code: 4901, message: expect.stringContaining('wallet_switchEthereumChain') },
  })
})

test('Reject ends the call with 4001', async ({ signedIn }) => {
  const { host } = await signedIn()
  const signing = host.call('signTypedData', typedData)
  await host.button('Reject').click()
  expect(await signing).toMatchObject({
    ok: false,
    error: { code: 'user_rejected', data: { eipCode: 4001 } },
  })
})
