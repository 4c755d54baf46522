import { type BridgeStatus, decimalText } from '@vitrine/shared/api/funding.ts'
import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { depositoryOn, isSameAddress } from '@vitrine/shared/funding/relay-depository.ts'
import * as z from 'zod'
import { apiError } from '../../errors/api-error.ts'
import { askVendor, disbelieve } from '../call/ask-vendor.ts'
import type { BridgeAsked, BridgeOffer, BridgeProvider } from './provider.ts'

/** Relay's name for Solana, which has no chain id. */
const SOLANA_ID = '792703809'
const NATIVE = '0x0000000000000000000000000000000000000000'
/** The system program stands for SOL. */
const NATIVE_SOL = '11111111111111111111111111111111'

const address = z.string().regex(/^0x[\da-fA-F]{40}$/)
const units = z.string().regex(/^\d{1,78}$/)
/** Numbers are texts: `parseExactly`. */
const currencyAmount = z.object({
  currency: z.object({ chainId: units, address: z.string().max(64) }),
  amount: units,
  minimumAmount: units.nullish(),
})

/** What is read of a quote (Relay API, "Get Quote v2"). */
const quote = z.object({
  steps: z
    .array(
      z.object({
        /** A signature asked of the person could be a permit for anything: such quotes are not taken. */
        kind: z.literal('transaction'),
        requestId: z.string().nullish(),
        items: z
          .array(
            z.object({
              data: z.object({
                from: address,
                to: address,
                data: z.string().regex(/^0x(?:[\da-fA-F]{2})*$/),
                value: units,
                chainId: units,
              }),
            }),
          )
          .max(4),
      }),
    )
    .max(4),
  fees: z.object({ relayer: z.object({ amountUsd: z.string().nullish() }).nullish() }).nullish(),
  details: z.object({
    sender: z.string(),
    recipient: z.string(),
    currencyIn: currencyAmount,
    currencyOut: currencyAmount,
    timeEstimate: z.string().nullish(),
  }),
})
type Quote = z.infer<typeof quote>

/** Relay API, "Get Status". */
const intentStatus = z.object({ status: z.string(), txHashes: z.array(z.string().max(128)).nullish() })

interface RelayOptions {
  /** @param isTestnet whose chains are at another address */
  readonly url: (isTestnet: boolean) => string
  /** For more calls than the public ones; `null`: the app has none. */
  readonly readKey: () => Promise<string | null>
}

/** Relay's public API: a person deposits on one chain, and a solver pays out on the other. */
export function createRelay({ url, readKey }: RelayOptions): BridgeProvider {
  const headers = async (): Promise<Record<string, string>> => {
    const key = await readKey()
    return key === null ? {} : { 'x-api-key': key }
  }
  return {
    name: 'Relay',
    async quote(asked) {
      const { chain } = asked.to
      if (typeof chain !== 'number' && chain !== 'solana:mainnet') throw notBrought()
      if (depositoryOn(asked.from.chain) === null)
        throw apiError(
          'not_supported',
          'Relay brings nothing from this network. Choose another network, or pay another way.',
        )
      const answer = await askVendor({
        vendor: 'Relay',
        url: `${url(asked.isTestnet)}/quote/v2`,
        headers: await headers(),
        body: {
          user: asked.from.address,
          recipient: asked.to.address,
          originChainId: asked.from.chain,
          destinationChainId: typeof chain === 'number' ? chain : Number.parseInt(SOLANA_ID, 10),
          originCurrency: asked.from.currency ?? NATIVE,
          destinationCurrency: currencyAt(asked.to.chain, asked.to.currency),
          amount: asked.amount.toString(),
          tradeType: 'EXACT_OUTPUT',
          // By the depository's methods, whose arguments can be checked, and not by a bare transfer (Relay API, "Wallet Detection").
          explicitDeposit: true,
        },
        // No route, too little, too much.
        nothing: [400, 404],
        answer: quote,
      })
      if (answer === null) throw notBrought()
      return readQuote(asked, answer)
    },
    async status(vendorId, isTestnet) {
      const query = new URLSearchParams({ requestId: vendorId })
      const answer = await askVendor({
        vendor: 'Relay',
        url: `${url(isTestnet)}/intents/status/v3?${query}`,
        headers: await headers(),
        answer: intentStatus,
      })
      return answer === null ? { status: 'waiting' } : readStatus(answer)
    },
  }
}

const notBrought = () =>
  apiError('not_supported', 'Relay does not bring this amount of it from there to here.')

/** @throws `service_unavailable` (503) for a quote of something else than was asked for */
function readQuote(asked: BridgeAsked, { steps, fees, details }: Quote): BridgeOffer {
  const { currencyIn, currencyOut } = details
  const vendorIds = new Set(steps.flatMap(({ requestId }) => requestId ?? []))
  const [vendorId] = vendorIds
  const isAsked =
    isSameAddress(details.sender, asked.from.address) &&
    isSameWallet(asked.to.chain, details.recipient, asked.to.address) &&
    isOf(currencyIn, asked.from.chain, asked.from.currency) &&
    isOf(currencyOut, asked.to.chain, asked.to.currency)
  if (!isAsked || vendorId === undefined || vendorIds.size > 1 || !/^0x[\da-f]{64}$/i.test(vendorId))
    throw disbelieve('Relay', 'it quoted something else than it was asked for')
  const feeUsd = fees?.relayer?.amountUsd
  return {
    vendorId,
    transactions: steps.flatMap(({ items }) =>
      items.map(({ data: { chainId, value, ...rest } }) => ({
        ...rest,
        chain: Number.parseInt(chainId, 10),
        value: BigInt(value),
      })),
    ),
    amountIn: BigInt(currencyIn.amount),
    amountOut: BigInt(currencyOut.amount),
    minimumAmountOut: BigInt(currencyOut.minimumAmount ?? currencyOut.amount),
    feeUsd: feeUsd && decimalText.safeParse(feeUsd).success ? feeUsd : null,
    timeEstimate: /^\d{1,6}$/.test(details.timeEstimate ?? '')
      ? Number.parseInt(details.timeEstimate ?? '', 10)
      : null,
  }
}

const STATUSES: Readonly<Record<string, BridgeStatus['status']>> = {
  waiting: 'waiting',
  success: 'success',
  refund: 'refunded',
  failure: 'failure',
}

/** What it calls otherwise is under way. */
function readStatus({ status, txHashes }: z.infer<typeof intentStatus>): BridgeStatus {
  const read = (Object.hasOwn(STATUSES, status) && STATUSES[status]) || 'pending'
  const hash = txHashes?.at(-1)
  return { status: read, ...(read === 'success' && hash && { transactionHash: hash }) }
}

const currencyAt = (chain: number | SolanaChain, currency: string | null): string =>
  currency ?? (typeof chain === 'number' ? NATIVE : NATIVE_SOL)

const isOf = (
  { currency }: z.infer<typeof currencyAmount>,
  chain: number | SolanaChain,
  asked: string | null,
): boolean =>
  currency.chainId === (typeof chain === 'number' ? chain.toString() : SOLANA_ID) &&
  isSameWallet(chain, currency.address, currencyAt(chain, asked))

const isSameWallet = (chain: number | SolanaChain, one: string, other: string) =>
  typeof chain === 'number' ? isSameAddress(one, other) : one === other
