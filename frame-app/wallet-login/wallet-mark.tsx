import { Tile } from '../ui/tile.tsx'
import type { Chosen } from './choice.ts'
import styles from './wallet-login.module.css'

/** The wallet's own picture, or its initial. */
export const WalletMark = ({ wallet }: { readonly wallet: Pick<Chosen, 'icon' | 'name'> }) => (
  <div className={styles.emblem}>
    <Tile image={wallet.icon} name={wallet.name} size="large" />
  </div>
)
