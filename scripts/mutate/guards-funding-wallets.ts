import type { Guard } from './guards.ts'

const WALLETS = 'frame-app/funding/wallets'
const OFFER = [`${WALLETS}/bridge-offer.test.ts`]
const PREPARE = [`${WALLETS}/prepare-transfer.test.ts`]
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
    name: 'a bridge brings what was asked for',
    file: `${WALLETS}/bridge-offer.ts`,
    find: "  if (minimumAmountOut * 100n < task.amount * LEAST_PERCENT) throw unfit('brings less than was asked for')\n",
    replace: '',
    tests: OFFER,
  },
  {
    name: 'the frame reads an offer’s calls by the list',
    file: `${WALLETS}/bridge-offer.ts`,
    find: 'const { kinds } = refusing(() => readSteps(agreedOf(task, amountIn), steps))',
    replace: 'const kinds: readonly undefined[] = []',
    tests: OFFER,
  },
  {
    name: 'the frame simulates an offer before its price is shown',
    file: `${WALLETS}/bridge-offer.ts`,
    find: '  await requireSimulated(kernel, task, offer, 0, signal)\n',
    replace: '',
    tests: OFFER,
  },
  {
    name: 'the frame takes no offer that its node cannot simulate',
    file: `${WALLETS}/bridge-offer.ts`,
    find: "  if (simulated === 'unknown') throw clientError('not_supported', say('fundWallets.cannotTry'))\n",
    replace: '',
    tests: OFFER,
  },
  {
    name: 'the frame simulates an offer before the wallet is asked',
    file: `${WALLETS}/prepare-transfer.ts`,
    find: '  await requireSimulated(kernel, { payer: payer.wallet.address, holding }, offer, place, signal)\n',
    replace: '',
    tests: PREPARE,
  },
  {
    name: 'an allowance above the price is replaced before a deposit',
    file: `${WALLETS}/prepare-transfer.ts`,
    find: 'allowed === needed ? deposit : step',
    replace: 'allowed !== null && allowed >= needed ? deposit : step',
    tests: PREPARE,
  },
]
