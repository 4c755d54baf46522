import { cardMethod } from '../login-method/card-method.tsx'
import type { LoginMethodView } from '../login-method/login-method.ts'
import { shortAddress } from '../ui/short-address.ts'
import { Tile } from '../ui/tile.tsx'
import { say } from '../words/say.ts'
import { WalletIcon } from './icon.tsx'
import { CHAIN_NAMES, entryOfRow, rowName } from './wallet-names.ts'

/** Login by a wallet of the person's own, of either chain: one row for both, or one for each wallet that the site names. */
export const walletView: LoginMethodView = {
  ...cardMethod({
    label: way => nameOf(entryOfRow(way)),
    title: way => nameOf(entryOfRow(way)),
    icon(way) {
      const entry = entryOfRow(way)
      return entry === null ? <WalletIcon /> : <Tile image={null} name={rowName(entry)} size="tiny" />
    },
    load: async () => (await import('./card.tsx')).WalletLoginCard,
    isPrefetched: false,
  }),
  accountIcon: () => <WalletIcon />,
  accountName(account) {
    const { address, chainType, walletClientType } = account as Partial<Record<string, string | null>>
    const app = walletClientType && walletClientType !== 'unknown' ? [rowName(walletClientType)] : []
    const chain = chainType === 'ethereum' || chainType === 'solana' ? [CHAIN_NAMES[chainType]] : []
    return [...app, ...chain, shortAddress(address ?? '')].join(' · ')
  },
  link: {
    label: () => say('ownWallet.linkTitle'),
    load: async () => (await import('./link-card.tsx')).WalletLinkCard,
  },
}

const nameOf = (entry: ReturnType<typeof entryOfRow>): string =>
  entry === null ? say('walletLogin.row') : rowName(entry)
