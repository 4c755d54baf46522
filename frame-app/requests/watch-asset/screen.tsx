import { type ReactNode, useId } from 'react'
import { assetAmount, assetName } from '../../approval/explain/asset-amount.ts'
import { borrowedSymbol } from '../../approval/reads/known-tokens.ts'
import actions from '../../approval/ui/approval-screen.module.css'
import { CoverNote } from '../../approval/ui/cover-note.tsx'
import { MarkedText } from '../../approval/ui/marked-text.tsx'
import receipt from '../../approval/ui/message-receipt.module.css'
import { Warnings } from '../../approval/ui/warnings.tsx'
import type { ScreenRequest } from '../../kernel/ports.ts'
import { Address, shortAddress } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Screen } from '../../ui/screen.tsx'
import { Tile } from '../../ui/tile.tsx'
import { useApprovalGuard } from '../../ui/use-approval-guard.ts'
import { say } from '../../words/say.ts'
import styles from './screen.module.css'

type WatchAssetRequest = Extract<ScreenRequest, { kind: 'watch-asset' }>

/** Shows what the contract of an offered token says of itself; the wallet then shows the token, if the person wants it. */
export function WatchAssetScreen({ request }: { request: WatchAssetRequest }) {
  const { app, hostOrigin, screens } = useKernel()
  const { asset, chain, name, balance } = request
  const copied = borrowedSymbol(chain.id, asset, chain.nativeCurrency.symbol)
  const dangers = copied
    ? [say('danger.copiedToken', { symbol: copied, address: shortAddress(asset.address) })]
    : []
  const isPiece = asset.tokenId !== null
  const reject = () => screens.dismiss(request)
  const guard = useApprovalGuard({
    requestId: request.id,
    movesValue: false,
    onApprove: () => screens.resolve(request, undefined),
  })
  return (
    <Screen onClose={reject} title={say(isPiece ? 'asset.titlePiece' : 'asset.title')}>
      <Warnings dangers={dangers} />
      <div className={receipt.receipt}>
        <div className={receipt.asker}>
          <Tile image={app.icon_url} name={new URL(hostOrigin).hostname} size="small" />
          <p className={receipt.who}>
            <bdi className={receipt.origin} dir="ltr">
              {hostOrigin}
            </bdi>
            <span className={receipt.asks}> {say('asset.asks')}</span>
          </p>
        </div>
        <Row label={say(isPiece ? 'asset.item' : 'asset.token')}>
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
        </Row>
        <Row label={say('asset.contract')}>
          <Address address={asset.address} />
        </Row>
        <Row label={say('approval.network')}>
          <span className={styles.value}>
            {chain.isTestnet ? say('approval.testnet', { network: chain.name }) : chain.name}
          </span>
        </Row>
        <Row label={say('asset.balance')}>
          <bdi className={styles.value}>
            {balance === null ? say('asset.balanceUnknown') : assetAmount(asset, balance)}
          </bdi>
        </Row>
        <Row label={say('sign.wallet')}>
          <Address address={asset.owner} />
        </Row>
        <p className={styles.note}>{say('asset.note')}</p>
      </div>
      <CoverNote status={guard.status} />
      <div className={actions.actions}>
        <Button look={copied ? 'primary' : 'plain'} onClick={reject}>
          {say('action.reject')}
        </Button>
        <Button {...guard.button} look={copied ? 'plain' : 'primary'}>
          {say('asset.add')}
        </Button>
      </div>
    </Screen>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className={receipt.row}>
      <span className={receipt.label} id={id}>
        {label}
      </span>
      {children}
    </fieldset>
  )
}
