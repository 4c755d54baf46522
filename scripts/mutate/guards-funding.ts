import type { Guard } from './guards.ts'

const MOONPAY = ['auth-server/funding/moonpay/routes.test.ts']
const COINBASE = ['auth-server/funding/coinbase/routes.test.ts']
const BRIDGE = ['auth-server/funding/bridge/routes.test.ts']
const OFFER = ['auth-server/funding/bridge/check-offer.test.ts']
const TRANSFERS = ['auth-server/funding/transfers.test.ts']
const VENDOR = ['auth-server/funding/call/ask-vendor.test.ts']
const REQUEST = ['shared/funding/make-request.test.ts']

/** Money that is brought to wallets. */
export const FUNDING_GUARDS: readonly Guard[] = [
  {
    name: 'nothing is sold to another’s wallet',
    file: 'auth-server/funding/call/require-funded-wallet.ts',
    find: 'if (await isUsersWallet(ctx.db, userId, { chainType, address })) return address',
    replace: 'if (isUsersWallet && ctx.db && userId) return address',
    tests: MOONPAY,
  },
  {
    name: 'a page funds its person’s wallets alone',
    file: 'shared/funding/make-request.ts',
    find: '  if (!isFunded)\n',
    replace: '  if (false)\n',
    tests: REQUEST,
  },
  {
    name: 'an address whose checksum is wrong is none',
    file: 'shared/funding/address.ts',
    find: 'hasChecksum && address !== checked ? null : checked',
    replace: 'hasChecksum ? checked : checked',
    tests: ['shared/funding/usdc.test.ts'],
  },
  {
    name: 'a currency of Solana’s goes to no Ethereum address',
    file: 'auth-server/funding/moonpay/routes.ts',
    find: 'requireFundedWallet(ctx, session, written, familyOf(currencyCode))',
    replace: 'requireFundedWallet(ctx, session, written, familyOf(undefined))',
    tests: MOONPAY,
  },
  {
    name: 'the signature covers the wallet that MoonPay pays to',
    file: 'auth-server/funding/moonpay/sign-url.ts',
    find: ".update(search).digest('base64')",
    replace: ".update('?').digest('base64')",
    tests: MOONPAY,
  },
  {
    name: 'an app that offers no MoonPay has none',
    file: 'auth-server/funding/moonpay/routes.ts',
    find: "      rule: app => requireProvider(app, 'moonpay'),\n",
    replace: '',
    tests: MOONPAY,
  },
  {
    name: 'MoonPay is believed of the purchase that it was asked for',
    file: 'auth-server/funding/moonpay/read-status.ts',
    find: '  if (!transactions.every(isOurs)) return null\n',
    replace: '',
    tests: ['auth-server/funding/moonpay/read-status.test.ts'],
  },
  {
    name: 'a purchase is told of to its own user',
    file: 'auth-server/funding/call/orders.ts',
    find: `            sql\`\${fundingOrders.userId} in \${reachedBy(userId)}\`,\n`,
    replace: '',
    tests: MOONPAY,
  },
  {
    name: 'Coinbase is believed of the wallet that it was asked for',
    file: 'auth-server/funding/coinbase/read-status.ts',
    find: '  if (!transactions.every(isOurs)) return null\n',
    replace: '',
    tests: COINBASE,
  },
  {
    name: 'a token of Coinbase’s is for one request',
    file: 'auth-server/funding/coinbase/api-token.ts',
    find: `\`\${method} \${host}\${pathname}\``,
    replace: `\`\${method} \${host}\``,
    tests: COINBASE,
  },
  {
    name: 'a vendor that leads elsewhere is not followed with the key',
    file: 'auth-server/funding/call/ask-vendor.ts',
    find: "    redirect: 'error',\n",
    replace: '',
    tests: MOONPAY,
  },
  {
    name: 'a vendor’s answer without end is not read',
    file: 'auth-server/funding/call/ask-vendor.ts',
    find: 'if (length > MAX_ANSWER_BYTES)',
    replace: 'if (length < 0)',
    tests: MOONPAY,
  },
  {
    name: 'a vendor that does not answer is not waited for',
    file: 'auth-server/funding/call/ask-vendor.ts',
    find: 'signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),',
    replace: 'signal: AbortSignal.timeout(timeoutMs ? TIMEOUT_MS * 9 : TIMEOUT_MS),',
    tests: VENDOR,
  },
  {
    name: 'amounts of vendors keep their digits',
    file: 'auth-server/funding/call/ask-vendor.ts',
    find: `token.startsWith('"') ? token : \`"\${token}"\``,
    replace: 'token',
    tests: VENDOR,
  },
  {
    name: 'a bridge pays to the wallet that was asked for',
    file: 'auth-server/funding/bridge/relay.ts',
    find: '    isSameWallet(asked.to.chain, details.recipient, asked.to.address) &&\n',
    replace: '',
    tests: BRIDGE,
  },
  {
    name: 'a bridge asks for no signature',
    file: 'auth-server/funding/bridge/relay.ts',
    find: "kind: z.literal('transaction')",
    replace: 'kind: z.string()',
    tests: BRIDGE,
  },
  {
    name: 'an app whose operator wants no bridge has none',
    file: 'auth-server/funding/call/require-enabled.ts',
    find: '  if (!app.config.funding_config?.cross_chain_bridging_enabled)\n',
    replace: '  if (false)\n',
    tests: BRIDGE,
  },
  {
    name: 'what arrives by a bridge is what was asked for',
    file: 'auth-server/funding/bridge/check-offer.ts',
    find: ' || minimumAmountOut * 100n < asked.amount * LEAST_PERCENT',
    replace: '',
    tests: OFFER,
  },
  {
    name: 'a bridge’s steps are of the wallet and chain that were chosen',
    file: 'auth-server/funding/bridge/check-offer.ts',
    find: 'if (chain !== asked.from.chain || !isSame(from, asked.from.address))',
    replace: 'if (chain < 0 || from.length < 0)',
    tests: OFFER,
  },
  {
    name: 'a bridge’s approval is for its deposit',
    file: 'auth-server/funding/bridge/check-offer.ts',
    find: `  if (!isSame(\`0x\${spender}\`, deposit.to)) throw new Error('the approval is for somebody else')\n`,
    replace: '',
    tests: OFFER,
  },
  {
    name: 'a bridge’s approval is of the price',
    file: 'auth-server/funding/bridge/check-offer.ts',
    find: `  if (BigInt(\`0x\${amount}\`) > amountIn) throw new Error('the approval is of more than the price')\n`,
    replace: '',
    tests: OFFER,
  },
  {
    name: 'a bridge’s deposit moves no token by itself',
    file: 'auth-server/funding/bridge/check-offer.ts',
    find: 'if (TOKEN_SELECTORS.has(deposit.data.slice(0, 10).toLowerCase()))',
    replace: 'if (TOKEN_SELECTORS.size === 0)',
    tests: OFFER,
  },
  {
    name: 'a bridge’s deposit is of the price',
    file: 'auth-server/funding/bridge/check-offer.ts',
    find: 'deposit.value <= 0n || deposit.value > amountIn : deposit.value !== 0n',
    replace: 'deposit.value < 0n : deposit.value < 0n',
    tests: OFFER,
  },
  {
    name: 'a transfer is claimed by one device',
    file: 'auth-server/funding/transfers.ts',
    find: 'isFirst: claimed !== undefined',
    replace: 'isFirst: id !== undefined',
    tests: TRANSFERS,
  },
  {
    name: 'a transfer that was sent is not taken back',
    file: 'auth-server/funding/transfers.ts',
    find: '        isNull(fundingTransfers.transactionHash),\n',
    replace: '',
    tests: TRANSFERS,
  },
  {
    name: 'a transfer is no other user’s',
    file: 'auth-server/funding/transfers.ts',
    find: '        eq(fundingTransfers.userId, userId),\n        eq(fundingTransfers.id, id),\n        isNull',
    replace: '        eq(fundingTransfers.id, id),\n        isNull',
    tests: TRANSFERS,
  },
]
