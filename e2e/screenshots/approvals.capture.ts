import { type Address, encodeFunctionData } from 'viem'
import { ETHER } from '../fixtures/anvil.ts'
import type { HostPage } from '../fixtures/host-page.ts'
import { expect, giveTokens, TOKEN, TOKEN_ABI, test } from '../fixtures/on-anvil.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]
const TO: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const data = (functionName: 'transfer' | 'approve', amount: bigint) =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName, args: [TO, amount] })

/** What each approval is asked for; `account` is the wallet's. */
const REQUESTS = (account: Address) =>
  ({
    'send-native': { method: 'eth_sendTransaction', params: [{ from: account, to: TO, value: hex(ETHER) }] },
    'send-token': {
      method: 'eth_sendTransaction',
      params: [{ from: account, to: TOKEN, data: data('transfer', 89_000_000n) }],
    },
    'approve-unlimited': {
      method: 'eth_sendTransaction',
      params: [{ from: account, to: TOKEN, data: data('approve', 2n ** 256n - 1n) }],
    },
    'unknown-call': {
      method: 'eth_sendTransaction',
      params: [
        {
          from: account,
          to: TOKEN,
          data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'drain', args: [TO] }),
        },
      ],
    },
    short: { method: 'eth_sendTransaction', params: [{ from: account, to: TO, value: hex(9n * ETHER) }] },
    authorization: { method: 'eth_sign7702Authorization', params: [{ address: TOKEN }] },
    'typed-data': { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(PERMIT(account))] },
  }) as const

const PERMIT = (owner: Address) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { name: 'Test Dollar', chainId: 31_337, verifyingContract: TOKEN },
  message: { owner, spender: TO, value: '250000000', nonce: '0', deadline: '1900000000' },
})

for (const [theme, locale] of [
  ['light', 'en'],
  ['dark', 'en'],
  ['light', 'ar'],
] as const)
  for (const size of SIZES)
    test(`${theme} ${locale} ${size.width}×${size.height}`, async ({ open, shop }) => {
      const { host, account } = await open({ config: { appearance: { theme } } })
      await host.page.emulateMedia({ colorScheme: theme })
      await host.page.setViewportSize(size)
      await giveTokens(shop.anvil, account, 100_000_000n)
      // The dialog that comes next is in this language.
      await host.walletFrame().evaluate(lang => {
        Object.defineProperty(navigator, 'languages', { get: () => [lang] })
      }, locale)
      for (const [name, request] of Object.entries(REQUESTS(account))) {
        void host.call('ethereum.request', request)
        await expect(host.frame.locator('button[aria-expanded]')).toBeVisible()
        await capture(host, `approval-${name}-${theme}-${locale}-${size.width}x${size.height}`)
        await host.frame.getByRole('dialog').press('Escape')
        await expect(host.dialog).toBeHidden()
      }
    })

const hex = (value: bigint) => `0x${value.toString(16)}`

/** Writes `.cache/screenshots/<name>.png` once nothing moves. */
async function capture(host: HostPage, name: string) {
  await host.stillness()
  await host.page.screenshot({ path: `.cache/screenshots/${name}.png`, caret: 'initial' })
}
