import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import { useEffect, useRef } from 'react'
import rows from '../home/rows.module.css'
import { OwnDataRows, type OwnDataRowsProps } from '../own-data/own-data-rows.tsx'
import { DelegatedList, type Stopped } from './delegated-list.tsx'
import { DeviceList } from './device-list.tsx'
import { LatestEvents } from './event-list.tsx'

export interface HistoryProps extends OwnDataRowsProps {
  /** Whoever opened the account wants to see the devices. */
  readonly showsDevices: boolean
  /** Whoever opened it wants to see what guards it, and there is nothing before this. */
  readonly showsDelegated: boolean
  onSignOut(session: SessionItem): void
  onAllEvents(): void
  /** The person takes away the use of a wallet. */
  onStop(stopped: Stopped): void
}

/** Who may use their wallets, where the person is logged in, and what happened in the account; last, what is stored of them, and its end. */
export function History({
  showsDevices,
  showsDelegated,
  onSignOut,
  onAllEvents,
  onStop,
  ...go
}: HistoryProps) {
  const devices = useRef<HTMLElement>(null)
  useEffect(() => {
    if (showsDevices) devices.current?.scrollIntoView?.({ block: 'nearest' })
  }, [showsDevices])
  return (
    <>
      <DelegatedList isSought={showsDelegated} onStop={onStop} />
      <section className={rows.section} ref={devices}>
        <DeviceList onSignOut={onSignOut} />
      </section>
      <section className={rows.section}>
        <LatestEvents onAll={onAllEvents} />
      </section>
      <OwnDataRows {...go} />
    </>
  )
}
