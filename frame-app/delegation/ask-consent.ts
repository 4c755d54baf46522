import type { DelegationTerms } from '@vitrine/shared/api/delegation.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { MAX_DELEGATES } from '@vitrine/shared/wallet/policy.ts'
import type { HandlerContext, Shows } from '../requests/context.ts'
import { type HeldWallet, isSameAddress, type ServerWallet } from '../session/held-wallet.ts'
import type { NamedSigner } from '../wallet/delegates/named-signers.ts'

export interface ConsentContext extends Pick<HandlerContext, 'session'> {
  readonly screens: Shows
  readonly wallets: Pick<HandlerContext['wallets'], 'delegates'>
}

/**
 * Asks the person to let keys of the app's use the wallet. Refused before any screen when it could only fail on one.
 * @param signers none: the app's only key for the chain
 * @throws VitrineError those of `Delegates.terms`; `not_supported` for a wallet whose key the signer has not;
 *   `resource_conflict`: they may already; `user_rejected`
 */
export async function askConsent(
  { wallets, screens }: ConsentContext,
  wallet: HeldWallet,
  signers: readonly NamedSigner[],
) {
  const of = requireServer(wallet)
  const { signal } = new AbortController()
  const delegates = await wallets.delegates()
  const terms: DelegationTerms[] = []
  for (const named of signers.length > 0 ? signers : [{}]) {
    const offered = await delegates.terms(of, named, signal)
    if (terms.some(it => it.signer_id === offered.signer_id))
      throw clientError('invalid_data', 'Name each signer once.')
    terms.push(offered)
  }
  const items = await delegates.list(signal)
  const isGiven = ({ signer_id: signerId, policy }: DelegationTerms) =>
    items.some(
      it =>
        it.wallet.id === of.id &&
        it.signer_id === signerId &&
        it.ended === null &&
        canonicalJson(it.policy) === canonicalJson(policy),
    )
  const asked = terms.filter(it => !isGiven(it))
  if (asked.length === 0)
    throw clientError(
      'resource_conflict',
      'The person has delegated the wallet so already. To renew it, stop it first (revokeWallets).',
    )
  const kept = items.filter(
    it =>
      it.wallet.id === of.id && it.ended === null && asked.every(({ signer_id: id }) => id !== it.signer_id),
  )
  if (kept.length + asked.length > MAX_DELEGATES)
    throw clientError(
      'invalid_data',
      `At most ${MAX_DELEGATES} keys may use a wallet. To add another, stop one first (revokeWallets).`,
    )
  return screens.show<'delegate-wallet'>({
    kind: 'delegate-wallet',
    wallet: of,
    terms: asked,
    uiOptions: {},
  })
}

/**
 * The same for a wallet that was made or brought in just now. It is there whatever the person answers, so a no is told by
 * `delegated: false` alone.
 * @returns the wallet as it is then
 */
export async function offerConsent<W extends HeldWallet>(
  context: ConsentContext,
  wallet: W,
  signers: readonly NamedSigner[],
): Promise<W> {
  if (signers.length === 0) return wallet
  try {
    await askConsent(context, wallet, signers)
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'user_rejected') throw error
  }
  const now = context.session.get()
  const wallets = now.status === 'authenticated' ? now.wallets : []
  return (wallets.find(it => isSameAddress(it.address, wallet.address)) as W | undefined) ?? wallet
}

/** @throws VitrineError `not_supported` for a wallet whose key the signer has not */
export function requireServer(wallet: HeldWallet): ServerWallet {
  if (wallet.custody === 'server') return wallet
  throw clientError(
    'not_supported',
    wallet.custody === 'device'
      ? 'The key of this wallet is on the person’s devices, where nobody else signs.'
      : 'Another wallet app has the key of this wallet: what may use it is decided there.',
  )
}
