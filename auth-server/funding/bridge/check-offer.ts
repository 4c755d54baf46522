import type { BridgeAsked, BridgeOffer, OfferedTransaction } from './provider.ts'

/** Less than this part of what was asked for is not what was asked for. */
const LEAST_PERCENT = 95n
/** An approval that replaces one, an approval, the deposit. */
const MAX_TRANSACTIONS = 3

const APPROVE = /^0x095ea7b30{24}([\da-f]{40})([\da-f]{64})$/i
/** What follows the two arguments names the order to the bridge. */
const TRANSFER = /^0xa9059cbb0{24}([\da-f]{40})([\da-f]{64})[\da-f]{0,128}$/i

/**
 * What gives or moves tokens. A deposit calls none of it: at a token's own contract it would reach what was not asked for.
 * approve, transfer, transferFrom, increaseAllowance, setApprovalForAll, safeTransferFrom of ERC-721 and ERC-1155, permit, and
 * Permit2's approve.
 */
const TOKEN_SELECTORS: ReadonlySet<string> = new Set([
  ...['0x095ea7b3', '0xa9059cbb', '0x23b872dd', '0x39509351', '0xa22cb465'],
  ...['0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6', '0xd505accf', '0x87517c45'],
])

/**
 * Holds an offer against what was asked for, since the person's wallet shows bytes and a bridge's server may be taken over:
 * 1. what arrives is what was asked for, within five of a hundred;
 * 2. every transaction is this wallet's, on this chain;
 * 3. the last one is the deposit, and those before let nobody but its contract take no more than the price of the token;
 * 4. the deposit takes no more than the price, of the currency that was chosen, and calls no token's own methods.
 * Whose the deposit's contract is cannot be told: bridges change theirs. It gets what the person agreed to pay, and no more.
 * @returns the transactions, each with what it is
 * @throws Error with what is wrong with the offer
 */
export function checkOffer(
  asked: BridgeAsked,
  offer: BridgeOffer,
): readonly (OfferedTransaction & { readonly kind: 'approve' | 'deposit' })[] {
  // 1.
  const { amountIn, amountOut, minimumAmountOut } = offer
  if (amountIn <= 0n) throw new Error('the offer has no price')
  if (minimumAmountOut > amountOut || minimumAmountOut * 100n < asked.amount * LEAST_PERCENT)
    throw new Error('too little would arrive')

  // 2.
  const { transactions } = offer
  const deposit = transactions.at(-1)
  if (!deposit || transactions.length > MAX_TRANSACTIONS)
    throw new Error('the offer has an odd number of steps')
  for (const { chain, from } of transactions)
    if (chain !== asked.from.chain || !isSame(from, asked.from.address))
      throw new Error('a step is of another wallet or chain')

  // 3.
  const approvals = transactions.slice(0, -1)
  for (const approval of approvals) checkApproval(asked, amountIn, approval, deposit)

  // 4.
  checkDeposit(asked, amountIn, deposit)
  return [
    ...approvals.map(it => ({ ...it, kind: 'approve' as const })),
    { ...deposit, kind: 'deposit' as const },
  ]
}

function checkApproval(
  { from }: BridgeAsked,
  amountIn: bigint,
  { to, data, value }: OfferedTransaction,
  deposit: OfferedTransaction,
): void {
  const [, spender, amount] = APPROVE.exec(data) ?? []
  if (from.currency === null || !isSame(to, from.currency) || value !== 0n || !spender || !amount)
    throw new Error('a step before the deposit is no approval of the chosen token')
  if (!isSame(`0x${spender}`, deposit.to)) throw new Error('the approval is for somebody else')
  if (BigInt(`0x${amount}`) > amountIn) throw new Error('the approval is of more than the price')
}

function checkDeposit({ from, to }: BridgeAsked, amountIn: bigint, deposit: OfferedTransaction): void {
  if (isSame(deposit.to, from.address) || isSame(deposit.to, to.address))
    throw new Error('the deposit is to the person’s own wallet')
  if (from.currency !== null && isSame(deposit.to, from.currency)) {
    const [, , amount] = TRANSFER.exec(deposit.data) ?? []
    if (!amount || deposit.value !== 0n || BigInt(`0x${amount}`) > amountIn)
      throw new Error('the deposit is no transfer of the price')
    return
  }
  if (TOKEN_SELECTORS.has(deposit.data.slice(0, 10).toLowerCase()))
    throw new Error('the deposit moves tokens by itself')
  if (from.currency === null ? deposit.value <= 0n || deposit.value > amountIn : deposit.value !== 0n)
    throw new Error('the deposit is of another amount than the price')
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
