import { assetAmount, assetKey, assetName } from '../../approval/ethereum/explain/watched-asset.ts'
import { MarkedText } from '../../approval/ui/marked-text.tsx'
import type { EthereumNetworks, WatchedAsset } from '../../chains/ethereum/ports.ts'
import { TrashIcon } from '../../linked-accounts/icons.tsx'
import { shortAddress } from '../../ui/address.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { useFlow, useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'
import own from './tokens.module.css'
import { startTokens, type TokensState } from './tokens-flow.ts'

/** The tokens that the person has added, each with its balance as a node tells it. Nothing where there are none. */
export function Tokens() {
  const kernel = useKernel()
  const [state] = useFlow(() => startTokens(kernel))
  if (state.status !== 'ready') return null
  return <TokenList networks={state.networks} state={state} />
}

interface TokenListProps {
  readonly networks: EthereumNetworks
  readonly state: Extract<TokensState, { status: 'ready' }>
}

function TokenList({ networks, state: { balances } }: TokenListProps) {
  const assets = useStore(networks.assets.all)
  if (assets.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{say('asset.list')}</h2>
      <ul className={styles.list}>
        {assets.map(asset => {
          const key = assetKey(asset)
          const balance = balances.get(key)
          return (
            <li className={`${styles.row} ${own.row}`} key={key}>
              <span className={styles.value}>
                <bdi className={own.name}>
                  <MarkedText text={assetName(asset)} />
                </bdi>
                <span className={own.where}>{whereOf(networks, asset)}</span>
              </span>
              <bdi className={own.balance}>
                {balance === undefined
                  ? '…'
                  : balance === null
                    ? say('asset.balanceUnknown')
                    : assetAmount(asset, balance)}
              </bdi>
              <button
                aria-label={say('asset.remove', { token: assetName(asset) })}
                className={`${styles.tool} ${own.tool}`}
                onClick={() => networks.assets.remove(asset)}
                title={say('asset.remove', { token: assetName(asset) })}
                type="button"
              >
                <TrashIcon />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Chain and wallet: one token can be in several. */
function whereOf(networks: EthereumNetworks, { chainId, owner }: WatchedAsset): string {
  const chain = networks.chains.find(({ id }) => id === chainId)
  return `${chain?.name ?? chainId} · ${shortAddress(owner)}`
}
