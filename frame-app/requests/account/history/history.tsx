import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import { useEffect, useRef } from 'react'
import rows from '../home/rows.module.css'
import { DeviceList } from './device-list.tsx'
import { LatestEvents } from './event-list.tsx'

export interface HistoryProps {
  /** Whoever opened the account wants to see the devices. */
  readonly showsDevices: boolean
  onSignOut(session: SessionItem): void
  onAllEvents(): void
}

/** Where the person is logged in, and what happened in the account. */
export function History({ showsDevices, onSignOut, onAllEvents }: HistoryProps) {
  const devices = useRef<HTMLElement>(null)
  useEffect(() => {
    if (showsDevices) devices.current?.scrollIntoView?.({ block: 'nearest' })
  }, [showsDevices])
  return (
    <>
      <section className={rows.section} ref={devices}>
        <DeviceList onSignOut={onSignOut} />
      </section>
      <section className={rows.section}>
        <LatestEvents onAll={onAllEvents} />
      </section>
    </>
  )
}
