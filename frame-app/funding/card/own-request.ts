import { toEip155 } from '@vitrine/shared/chains/caip2.ts'
import type { FundWalletOptions } from '@vitrine/shared/funding/fund-wallet.ts'
import { makeFundingRequest } from '@vitrine/shared/funding/make-request.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { Kernel } from '../../ui/kernel-context.ts'

/** What an approval is short of: a chain's own currency, in which its fees are paid too, or a token. */
export type ShortOn =
  | { readonly type: 'ethereum'; readonly chainId: number; readonly token?: `0x${string}` | undefined }
  | { readonly type: 'solana'; readonly chain: 'solana:mainnet' | 'solana:devnet' | 'solana:testnet' }

/**
 * The funding of a wallet that its person asks for in the wallet itself: what the app recommends, or what they are short of.
 * They say how much.
 * @throws VitrineError as `makeFundingRequest`
 */
export function ownRequest(
  { app, config, session }: Pick<Kernel, 'app' | 'config' | 'session'>,
  { address, chainType }: Pick<HeldWallet, 'address' | 'chainType'>,
  short?: ShortOn,
): FundingRequest {
  const { chains, solana } = config.get()
  const snapshot = session.get()
  const wallets = snapshot.status === 'authenticated' ? snapshot.wallets : []
  const recommended = app.funding_config?.default_recommended_currency.chain
  // The app recommends for all its sites; one of them may use other chains.
  const isElsewhere =
    recommended?.startsWith('eip155:') && !chains.supported.some(({ id }) => toEip155(id) === recommended)
  const options: FundWalletOptions = short
    ? {
        chain: short.type === 'ethereum' ? toEip155(short.chainId) : short.chain,
        asset: 'token' in short && short.token ? { erc20: short.token } : 'native-currency',
        // An asset takes one; how much it is the person says below.
        amount: '1',
      }
    : isElsewhere && chainType === 'ethereum'
      ? { chain: toEip155(chains.default.id) }
      : {}
  const request = makeFundingRequest({ address, options }, { app, chains, solana, wallets })
  return short ? { ...request, amount: null } : request
}
