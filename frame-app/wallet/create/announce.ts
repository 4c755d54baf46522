import type { WireEmbeddedWallet } from '@vitrine/shared/api/user.ts'
import { defaultChainOf } from '@vitrine/shared/chains/default-chain.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { WalletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import type { Notices } from '../../kernel/notices.ts'
import { type EmbeddedWallet, isEmbedded } from '../../session/held-wallet.ts'
import type { Session } from '../../session/session.ts'

type ChainType = 'ethereum' | 'solana'

/** A new wallet as its server tells it. `wallet_index: null`: its key was brought. */
export type MadeWallet = Pick<
  WalletResource,
  'address' | 'chain_type' | 'wallet_index' | 'public_key' | 'created_at'
> & { readonly recovery_method: WireEmbeddedWallet['recovery_method'] } & (
    | { readonly custody: 'server'; readonly id: string }
    | { readonly custody: 'device' }
  )

/** Whose wallets a creation or an import began with. */
export interface Before {
  readonly userId: string | undefined
  readonly known: ReadonlySet<string>
}

/** Puts new wallets into the session and tells the page of each once. */
export interface Announcer {
  before(chainType: ChainType): Before
  /** The wallet exists from here on: nothing that fails now may hide it. @throws VitrineError `must_be_authenticated` */
  announce(made: MadeWallet, before: Before): Promise<EmbeddedWallet>
}

export interface AnnouncerParts {
  readonly session: Session
  readonly notices: Pick<Notices, 'emit'>
  /** GET /users/me into the session. */
  refreshUser(): Promise<void>
}

export const unauthenticated = () => clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)

/** The user's wallets of a chain that have an owner here. @throws VitrineError `must_be_authenticated` */
export function embeddedOf(session: Session, chainType: ChainType): readonly EmbeddedWallet[] {
  const snapshot = session.current.get()
  if (snapshot.status === 'anonymous') throw unauthenticated()
  return snapshot.wallets.filter(isEmbedded).filter(wallet => wallet.chainType === chainType)
}

export function createAnnouncer({ session, notices, refreshUser }: AnnouncerParts): Announcer {
  /** Two calls that come to one wallet tell of it once. */
  const announced = new Set<string>()
  return {
    before: chainType => ({
      userId: session.wireUser()?.id,
      known: new Set(embeddedOf(session, chainType).map(({ address }) => address)),
    }),
    async announce(made, { userId, known }) {
      await refreshUser().catch(() => {})
      const user = session.wireUser()
      // Another person has logged in meanwhile: what was made is not theirs.
      if (!user || user.id !== userId) throw unauthenticated()
      const isMade = ({ address }: EmbeddedWallet) => address === made.address
      if (!embeddedOf(session, made.chain_type).some(isMade))
        session.updateUser({ ...user, linked_accounts: [...user.linked_accounts, walletAccount(made)] }, null)
      const wallet = embeddedOf(session, made.chain_type).find(isMade)
      if (!wallet) throw unauthenticated()
      if (!known.has(wallet.address) && !announced.has(wallet.address)) {
        announced.add(wallet.address)
        notices.emit('walletCreated', { wallet })
      }
      return wallet
    },
  }
}

/** The linked account that a new wallet becomes (contract §3), for a user whose profile cannot be read just now. */
export function walletAccount(made: MadeWallet): WireEmbeddedWallet {
  return {
    type: 'wallet',
    id: made.custody === 'server' ? made.id : null,
    address: made.address,
    chain_type: made.chain_type,
    chain_id: defaultChainOf(made.chain_type),
    connector_type: 'embedded',
    wallet_client: 'vitrine',
    wallet_client_type: 'vitrine',
    wallet_index: made.wallet_index,
    recovery_method: made.recovery_method,
    imported: made.wallet_index === null,
    delegated: false,
    ...(made.public_key !== undefined && { public_key: made.public_key }),
    verified_at: made.created_at,
    first_verified_at: made.created_at,
    latest_verified_at: made.created_at,
  }
}
