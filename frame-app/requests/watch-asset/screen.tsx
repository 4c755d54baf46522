import { assetAmount, assetName } from '../../approval/ethereum/explain/watched-asset.ts'
import { borrowedSymbol } from '../../approval/ethereum/reads/known-tokens.ts'
import { warn } from '../../approval/explain/danger.ts'
import { ApprovalLayout } from '../../approval/ui/approval-layout.tsx'
import { MarkedText } from '../../approval/ui/marked-text.tsx'
import receipt from '../../approval/ui/receipt.module.css'
import { Asker, ReceiptRow } from '../../approval/ui/receipt-parts.tsx'
import { Address } from '../../ui/address.tsx'
import { ApproveOffNote } from '../../ui/approve-off-note.tsx'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { shortAddress } from '../../ui/short-address.ts'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { say } from '../../words/say.ts'
import type { ScreenRequest } from '../registry.ts'
import styles from './screen.module.css'

type WatchAssetRequest = Extract<ScreenRequest, { kind: 'watch-asset' }>

/** Shows what the contract of an offered token says of itself; the wallet then shows the token, if the person wants it. */
export function WatchAssetScreen({ request }: { request: WatchAssetRequest }) {
  const { app, hostOrigin, screens } = useKernel()
  const { asset, chain, name, balance } = request
  const copied = borrowedSymbol(chain, asset)
  const dangers = copied
    ? [warn('danger.copiedToken', { symbol: copied, address: shortAddress(asset.address) })]
    : []
  const isNft = asset.tokenId !== null
  const reject = () => screens.dismiss(request)
  const guard = useApprovalGuard({
    requestId: request.id,
    movesValue: false,
    onApprove: () => screens.resolve(request, undefined),
  })
  return (
    <ApprovalLayout
      approve={look => (
        <Button {...guard.button} look={look}>
          {say('asset.add')}
        </Button>
      )}
      dangers={dangers}
      onClose={reject}
      onReject={reject}
      reviewKey={request.id}
      title={say(isNft ? 'asset.titleNft' : 'asset.title')}
    >
      <div className={receipt.receipt}>
        <Asker asks={say('asset.asks')} site={{ origin: hostOrigin, name: app.name, icon: app.icon_url }} />
        <ReceiptRow label={say(isNft ? 'asset.item' : 'asset.token')}>
          <span className={styles.token}>
            <bdi className={styles.symbol}>
              <MarkedText text={assetName(asset)} />
            </bdi>
            {name === null ? null : (
              <bdi className={styles.name}>
                <MarkedText text={name} />
              </bdi>
            )}
          </span>
        </ReceiptRow>
        <ReceiptRow label={say('asset.contract')}>
          <Address address={asset.address} />
        </ReceiptRow>
        <ReceiptRow label={say('approval.network')}>
          <span className={styles.value}>
            {chain.isTestnet ? say('approval.testnet', { network: chain.name }) : chain.name}
          </span>
        </ReceiptRow>
        <ReceiptRow label={say('asset.balance')}>
          <bdi className={styles.value}>
            {balance === null ? say('asset.balanceUnknown') : assetAmount(asset, balance)}
          </bdi>
        </ReceiptRow>
        <ReceiptRow label={say('sign.wallet')}>
          <Address address={asset.owner} />
        </ReceiptRow>
        <p className={styles.note}>{say('asset.note')}</p>
      </div>
      <ApproveOffNote reason={guard.status === 'covered' ? 'covered' : null} />
    </ApprovalLayout>
  )
}
