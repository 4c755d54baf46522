import type { HeldItem } from '@vitrine/shared/api/held-back.ts'
import type { ReactNode } from 'react'
import { directionOf } from '../../otp/recipient.tsx'
import { Phrase } from '../../words/phrase.tsx'
import { say } from '../../words/say.ts'

/** What waits, as its person knows it: the way in with its whole address, or the device and the way that it came in by. */
export function HeldName({ held }: { held: HeldItem }): ReactNode {
  const account = wayName(held)
  const values = { account: named(account), device: named(deviceName(held)) }
  const came = account === null ? 'held.came' : 'held.cameBy'
  return <Phrase of={isDevice(held) ? came : 'held.added'} values={values} />
}

const named = (text: string | null) => <bdi dir={directionOf(text ?? '')}>{text}</bdi>

/** The same in one word or two, for the proof that an answer takes. */
export const heldName = (held: HeldItem): string =>
  isDevice(held) ? deviceName(held) : (wayName(held) ?? say('held.login'))

const isDevice = ({ id }: HeldItem) => id.startsWith('device:')
const deviceName = ({ made_with: madeWith }: HeldItem) => madeWith ?? say('held.device')

/** The whole address; of a way in that has none the word for any. */
const wayName = ({ way }: HeldItem): string | null => way && (way.name ?? say('held.login'))
