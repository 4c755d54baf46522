import { type Address, encodeFunctionData } from 'viem'
import { ETHER } from '../fixtures/anvil.ts'
import { expect, giveTokens, TOKEN, TOKEN_ABI, test } from '../fixtures/on-anvil.ts'
import { capture } from './capture.ts'

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
    'typed-data-vote': { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(VOTE)] },
    'row-of-calls': {
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          chainId: '0x7a69',
          from: account,
          atomicRequired: false,
          calls: [
            { to: TOKEN, data: data('approve', 25_000_000n) },
            { to: TOKEN, data: data('transfer', 5_000_000n) },
            { to: TO, value: hex(ETHER / 20n) },
          ],
        },
      ],
    },
    'will-fail': {
      method: 'eth_sendTransaction',
      params: [
        {
          from: account,
          to: TOKEN,
          data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'fail' }),
          gas: '0x1c9c380',
          maxFeePerGas: '0x174876e800',
        },
      ],
    },
    'new-contract': {
      method: 'eth_sendTransaction',
      params: [{ from: account, data: '0x600a600c600039600a6000f3' }],
    },
    'login-elsewhere': { method: 'personal_sign', params: [LOGIN(account), account] },
  }) as const

/** A login at another site, passed on. */
const LOGIN = (account: Address) =>
  [
    'bank.example wants you to sign in with your Ethereum account:',
    account,
    '',
    'Sign in to see your accounts.',
    '',
    'URI: https://bank.example',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 32891756',
    'Issued At: 2026-01-01T00:00:00.000Z',
  ].join('\n')

/** Of a shared account, with which another contract takes it over. */
const VOTE = {
  types: {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    SafeTx: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
      { name: 'operation', type: 'uint8' },
      { name: 'nonce', type: 'uint256' },
    ],
  },
  primaryType: 'SafeTx',
  domain: { chainId: 31_337, verifyingContract: TOKEN },
  message: { to: TO, value: '0', data: data('transfer', 5_000_000n), operation: 1, nonce: '4' },
}

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

/** What the site says of its request. */
const UI_OPTIONS = {
  description: 'Order 1042: one desk lamp, black, with a spare bulb.',
  buttonText: 'Pay',
  successHeader: 'Paid',
  successDescription: 'The lamp is on its way.',
  transactionInfo: {
    title: 'Lumen Goods',
    action: 'Pay order',
    contractInfo: {
      name: 'Lumen till',
      url: 'https://shop.example/till',
      imgUrl:
        'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%208%208%22%3E%3Ccircle%20cx=%224%22%20cy=%224%22%20r=%224%22%20fill=%22%23e8a33d%22/%3E%3C/svg%3E',
      imgAltText: 'A lamp',
      imgSize: 'sm',
    },
  },
}

const LOOKS = [
  ...(['light en', 'dark en', 'light ar'] as const).flatMap(look => SIZES.map(size => ({ look, size }))),
  { look: 'light es', size: { width: 320, height: 568 } },
  { look: 'dark ja', size: { width: 390, height: 844 } },
  { look: 'light en', size: { width: 390, height: 844 }, text: '200%' },
] as const

for (const { look, size, ...more } of LOOKS) {
  const [theme, locale] = look.split(' ') as ['light' | 'dark', 'en' | 'ar' | 'es' | 'ja']
  const at = `${theme}-${locale}-${size.width}x${size.height}${'text' in more ? '-200%' : ''}`
  test(at, async ({ open, shop }) => {
    test.setTimeout(120_000)
    const { host, account } = await open({ config: { appearance: { theme } } })
    await host.page.emulateMedia({ colorScheme: theme })
    await host.page.setViewportSize(size)
    await giveTokens(shop.anvil, account, 100_000_000n)
    // The dialog that comes next is in this language.
    await host.walletFrame().evaluate(lang => {
      Object.defineProperty(navigator, 'languages', { get: () => [lang] })
    }, locale)
    if ('text' in more)
      await host.walletFrame().evaluate(text => {
        document.documentElement.style.fontSize = text
      }, more.text)
    for (const [name, request] of Object.entries(REQUESTS(account))) {
      void host.call('ethereum.request', request)
      await expect(host.frame.locator('button[aria-expanded]').last()).toBeVisible()
      // The wallet cannot pay for it, so Approve stays off.
      const isShort = name === 'short'
      if (isShort) await expect(host.alert.last()).toBeVisible()
      await capture(host, `approval-${name}-${at}`, { approve: isShort ? 'off' : 'live' })
      await host.frame.getByRole('dialog').press('Escape')
      await expect(host.dialog).toBeHidden()
    }
    const name = (state: string) => `approval-${state}-${at}`
    void host.call('sendTransaction', { to: TO, value: String(ETHER) }, { uiOptions: UI_OPTIONS })
    const approve = host.frame.getByRole('button', { name: /^(Approve|موافقة|Aprobar|承認)$/ })
    await expect(host.frame.getByRole('img', { name: 'A lamp' })).toBeVisible()
    await capture(host, name('site-words'))
    // With large letters the user scrolls to what is out of sight, and then to the buttons.
    const why = host.frame.locator('[data-why] button')
    await expect(async () => {
      if (await why.isVisible()) await why.click()
      else await approve.scrollIntoViewIfNeeded()
      await expect(approve).toBeEnabled({ timeout: 1_000 })
    }).toPass({ timeout: 15_000 })
    await approve.click()
    const hash = host.frame.getByText(/^0x[0-9a-f]{8}…/)
    await hash.hover()
    await capture(host, name('sent'))
  })
}

const hex = (value: bigint) => `0x${value.toString(16)}`
