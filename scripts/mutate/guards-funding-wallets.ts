import type { Guard } from './guards.ts'

const WALLETS = 'frame-app/funding/wallets'
const OFFER = [`${WALLETS}/bridge-offer.test.ts`]
const GUARD = [`${WALLETS}/send-guard.test.ts`]
const KERNEL = [`${WALLETS}/guarded-kernel.test.ts`]
const FOLLOW = [`${WALLETS}/follow-transfer.test.ts`]
const ID = [`${WALLETS}/transfer-id.test.ts`]
const FLOW = [`${WALLETS}/flow.test.ts`]

/** Money that comes from a person's wallets: that it is asked for once, goes where it was said, and is believed by the chain alone. */
export const FUNDING_WALLETS_GUARDS: readonly Guard[] = [
  {
    name: 'of two devices one asks a wallet for a transfer',
    file: `${WALLETS}/send-guard.ts`,
    find: '        if (!isFirst) {',
    replace: '        if (isFirst === null) {',
    tests: GUARD,
  },
  {
    name: 'a transfer is written down before its wallet is asked',
    file: `${WALLETS}/send-guard.ts`,
    find: '      write({ ...begin, at: now() })\n    },\n    sent',
    replace: '    },\n    sent',
    tests: GUARD,
  },
  {
    name: 'an offer that ran out while it was read is not paid',
    file: `${WALLETS}/send-guard.ts`,
    find: 'parts.expiresAt !== null && now() >= parts.expiresAt',
    replace: 'parts.expiresAt === 0',
    tests: GUARD,
  },
  {
    name: 'a wallet app that may still send is not asked again',
    file: `${WALLETS}/guarded-kernel.ts`,
    find: 'return error.code !== TIMED_OUT.code && error.data?.eipCode !== 4900',
    replace: 'return error.code !== undefined',
    tests: KERNEL,
  },
  {
    name: 'a wallet is asked after the claim',
    file: `${WALLETS}/guarded-kernel.ts`,
    find: '    await guard.before()\n',
    replace: '',
    tests: KERNEL,
  },
  {
    name: 'a Solana wallet that sends by itself is claimed for',
    file: `${WALLETS}/guarded-kernel.ts`,
    find: "      if (verb !== 'solana:signAndSendTransaction') return asking()\n",
    replace: '      if (verb) return asking()\n',
    tests: KERNEL,
  },
  {
    name: 'a transaction that waits does not make the next one another transfer',
    file: `${WALLETS}/transfer-id.ts`,
    find: "[address, 'latest']",
    replace: "[address, 'pending']",
    tests: ID,
  },
  {
    name: 'a hash is believed for what it gave to the funded wallet',
    file: `${WALLETS}/credit.ts`,
    find: 'slice(-40)}`, address)',
    replace: 'slice(-40)}`, address) || token',
    tests: FOLLOW,
  },
  {
    name: 'a hash is believed for the token that was asked for',
    file: `${WALLETS}/credit.ts`,
    find: 'if (credited >= least && credited > 0n)',
    replace: 'if (credited > 0n)',
    tests: FOLLOW,
  },
  {
    name: 'a bridge’s word is not the money',
    file: `${WALLETS}/follow-transfer.ts`,
    find: '    if (arrived) return arrived\n',
    replace:
      "    if (begun.bridge) return { type: 'arrived', arrived: { transactionHash: hash, amount: 0n } }\n    if (arrived) return arrived\n",
    tests: FOLLOW,
  },
  {
    name: 'a price that got worse is asked about anew',
    file: `${WALLETS}/flow.ts`,
    find: 'if (agreed && !isWorse(offer, agreed))',
    replace: 'if (agreed)',
    tests: FLOW,
  },
  {
    name: 'a bridge’s step is the paying wallet’s',
    file: `${WALLETS}/bridge-offer.ts`,
    find: "    if (it.from.toLowerCase() !== payer.toLowerCase()) throw unfit('is for another wallet')\n",
    replace: '',
    tests: OFFER,
  },
  {
    name: 'a bridge’s step is on the paying network',
    file: `${WALLETS}/bridge-offer.ts`,
    find: "    if (it.chain !== chainOf(holding)) throw unfit('is for another network')\n",
    replace: '',
    tests: OFFER,
  },
  {
    name: 'a bridge takes leave over no more than leaves',
    file: `${WALLETS}/bridge-offer.ts`,
    find: "  if (allowed > amountIn) throw unfit('asks for leave over more than it takes')\n",
    replace: '',
    tests: OFFER,
  },
  {
    name: 'a bridge takes leave for its deposit alone',
    file: `${WALLETS}/bridge-offer.ts`,
    find: "  if (to.toLowerCase() !== spender?.toLowerCase()) throw unfit('lets somebody else take the money')\n",
    replace: '',
    tests: OFFER,
  },
  {
    name: 'a deposit takes no more than the person agreed to',
    file: `${WALLETS}/bridge-offer.ts`,
    find: "      if (holding.token === null ? value > amountIn : value !== 0n) throw unfit('takes more than it says')\n",
    replace: '',
    tests: OFFER,
  },
  {
    name: 'a deposit that is a token’s transfer takes no more than it says',
    file: `${WALLETS}/bridge-offer.ts`,
    find: "  if (call.args[1] > amountIn) throw unfit('takes more than it says')\n",
    replace: '',
    tests: OFFER,
  },
  {
    name: 'a bridge brings what was asked for',
    file: `${WALLETS}/bridge-offer.ts`,
    find: "  if (minimumAmountOut * 100n < amount * LEAST_PERCENT) throw unfit('brings less than was asked for')\n",
    replace: '',
    tests: OFFER,
  },
]
