import { unauthorized } from '../../requests/input/provider-error.ts'
import { type HeldWallet, isSameAddress } from '../../session/held-wallet.ts'
import { chooseWallet, ethereumWallets } from '../../wallet/choose-wallet.ts'
import type { EthereumCall, EthereumContext } from './method.ts'

/**
 * The wallet that a request names, or the one that the provider was made for, or the provider's first account.
 * @throws VitrineError `must_be_authenticated`, `embedded_wallet_not_found` (both EIP-1193 4100)
 */
export function accountOf(
  context: Pick<EthereumContext, 'session' | 'connected'>,
  { selected }: Pick<EthereumCall, 'selected'>,
  named: string | undefined,
): HeldWallet {
  const [first] = ethereumWallets(context)
  if (!first && context.session.get().status === 'anonymous')
    throw unauthorized('No one is logged in. Call eth_requestAccounts first.')
  if (selected !== undefined && named !== undefined && !isSameAddress(selected, named))
    throw unauthorized('This provider was made for another address.')
  return chooseWallet(context, named ?? selected ?? first?.address)
}
