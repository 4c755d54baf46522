import { useId, useState } from 'react'
import { Address } from '../../ui/address.tsx'
import { ChevronIcon } from '../../ui/icons-later.tsx'
import { say } from '../../words/say.ts'
import type { ApprovalView } from '../view/approval-view.ts'
import { Details } from './details.tsx'
import styles from './fold.module.css'
import { Raw } from './raw.tsx'
import base from './receipt.module.css'
import { ReceiptRow } from './receipt-parts.tsx'

/** Wallet, network, contracts, single fields and raw data. @param isOpen at first: where nothing else says what it is */
export function Fold({ view, isOpen: isOpenFirst }: { view: ApprovalView; isOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  const id = useId()
  const { details, raw } = view.explanation
  return (
    <div className={styles.fold}>
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className={styles.toggle}
        onClick={() => setIsOpen(!isOpen)}
        type="button"
      >
        {say('approval.details')}
        <ChevronIcon />
      </button>
      <div hidden={!isOpen} id={id}>
        {isOpen ? (
          <>
            <ReceiptRow label={say('sign.wallet')}>
              <Address address={view.wallet} />
            </ReceiptRow>
            {view.network === null ? null : (
              <p className={base.network}>
                <span className={base.label}>{say('approval.network')}</span>
                <span className={base.value}>{view.network}</span>
              </p>
            )}
            {contractsOf(view).map(contract => (
              // A symbol is a claim; the contract is the token.
              <ReceiptRow key={contract} label={say('approval.contract')}>
                <Address address={contract} />
              </ReceiptRow>
            ))}
            <Details details={details} isCritical={isOpenFirst} />
            {raw.length === 0 ? null : <Raw raw={raw} />}
          </>
        ) : null}
      </div>
    </div>
  )
}

/** Of the tokens that move or may be taken, each once. */
function contractsOf({ explanation: { outgoing, incoming, permissions } }: ApprovalView): readonly string[] {
  const all = [...outgoing, ...incoming, ...permissions].flatMap(({ token }) => token ?? [])
  return [...new Set(all)]
}
