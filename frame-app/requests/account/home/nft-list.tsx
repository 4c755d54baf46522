import { assetKey, assetName } from '../../../approval/ethereum/explain/watched-asset.ts'
import type { EthereumNetworks, WatchedAsset } from '../../../chains/ethereum/ports.ts'
import { TrashIcon } from '../../../linked-accounts/icons.tsx'
import { say } from '../../../words/say.ts'
import list from './coin-list.module.css'
import styles from './home.module.css'
import rows from './rows.module.css'

export interface NftListProps {
  /** Those that the person added. */
  readonly assets: readonly WatchedAsset[]
  /** How many of them the wallet has. */
  readonly count: number
  readonly networks: EthereumNetworks
}

/** NFTs as a count; opened, those that the person added, each to be taken away again. */
export function NftList({ assets, count, networks }: NftListProps) {
  if (assets.length === 0) return null
  return (
    <details className={styles.nfts}>
      <summary>{say('home.nfts', { count })}</summary>
      <ul className={styles.items}>
        {assets.map(asset => (
          <li className={rows.row} key={assetKey(asset)}>
            <span className={`${rows.what} ${list.what}`}>
              <bdi className={rows.line}>{assetName(asset)}</bdi>
              <span className={list.where}>
                {networks.chains.find(({ id }) => id === asset.chainId)?.name ?? asset.chainId}
              </span>
            </span>
            <button
              aria-label={say('asset.remove', { token: assetName(asset) })}
              className={list.tool}
              onClick={() => networks.assets.remove(asset)}
              title={say('asset.remove', { token: assetName(asset) })}
              type="button"
            >
              <TrashIcon />
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
