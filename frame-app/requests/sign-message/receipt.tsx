import { useId } from 'react'
import type { MessageContent } from '../../approval/message/message-content.ts'
import { singleLine } from '../../approval/readable-text.ts'
import { MessageBox } from '../../approval/ui/message-box.tsx'
import styles from '../../approval/ui/message-receipt.module.css'
import { SiteSays } from '../../approval/ui/site-says.tsx'
import { Address } from '../../ui/address.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Tile } from '../../ui/tile.tsx'
import { say } from '../../words/say.ts'
import type { SignRequest } from './flow.ts'

/** Who asks, which wallet answers, and what is signed. */
export function Receipt({ request, content }: { request: SignRequest; content: MessageContent }) {
  const { app, hostOrigin } = useKernel()
  const walletId = useId()
  const { description, iconUrl } = request.uiOptions
  const note = singleLine(description ?? '')
  return (
    <div className={styles.receipt}>
      <div className={styles.asker}>
        <Tile image={app.icon_url} name={new URL(hostOrigin).hostname} size="small" />
        <p className={styles.who}>
          <bdi className={styles.origin} dir="ltr">
            {hostOrigin}
          </bdi>
          <span className={styles.asks}> {say('sign.asks')}</span>
        </p>
      </div>
      <SiteSays
        link={null}
        note={note}
        picture={iconUrl === undefined ? null : { src: iconUrl, alt: '', size: 'sm' }}
      />
      <fieldset aria-labelledby={walletId} className={styles.row}>
        <span className={styles.label} id={walletId}>
          {say('sign.wallet')}
        </span>
        <Address address={request.wallet.address} />
      </fieldset>
      <MessageBox content={content} />
    </div>
  )
}
