import { useStore } from '../../flow/use-flow.ts'
import { Icon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { say } from '../../words/say.ts'
import { MethodRow } from '../method-row.tsx'
import type { GuestFlow } from './flow.ts'

/** Logs in with the press: there is nothing to type. */
export function GuestRow({ flow, isFirst }: { flow: GuestFlow; isFirst: boolean }) {
  const state = useStore(flow)
  return (
    <>
      <MethodRow
        icon={state.status === 'loading' ? <Spinner /> : <GuestIcon />}
        isFirst={isFirst}
        label={say('guest.row')}
        onPress={() => flow.send({ type: 'enter' })}
      />
      {state.status === 'error' ? <Problem>{state.failure.message}</Problem> : null}
    </>
  )
}

const GuestIcon = () => (
  <Icon size={20}>
    <circle cx="10" cy="7" r="3" />
    <path d="M4.5 16.5c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5" strokeDasharray="2 2.4" />
  </Icon>
)
