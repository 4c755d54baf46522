import { type TransferRequired, transferRequired } from '@vitrine/shared/api/transfer.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { useState } from 'react'
import { LOGIN_VIEWS } from '../login/registry.ts'
import type { LinkCardProps, LinkContext, LoginMethodView } from '../login-method/login-method.ts'
import type { StepUp } from '../step-up/step-up.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'
import { say } from '../words/say.ts'

const loadTransfer = async () => (await import('./transfer-screen.tsx')).TransferScreen

/**
 * The method's own card for linking, whose code comes when it is used. What turns out to be another account of the person's is
 * asked about in its place, whatever the method.
 */
export function LinkCard(props: LinkCardProps) {
  const [asked, setAsked] = useState<TransferRequired | null>(null)
  const [context] = useState(() => askingForTransfer(props.context, setAsked))
  const { way, kernel } = props.context
  const { link }: LoginMethodView = LOGIN_VIEWS[way.method]
  if (asked)
    return (
      // Another screen, not the method's card with other properties.
      <LazyScreen
        key="transfer"
        load={loadTransfer}
        onClose={props.onClose}
        props={{ ...props, asked }}
        title={say('transfer.title')}
      />
    )
  if (!link) return null
  return (
    <LazyScreen
      load={link.load}
      onClose={props.onClose}
      props={{ ...props, context }}
      title={link.label(way, kernel.app)}
    />
  )
}

/** The context for the method's card, whose link does not end where the person is to be asked. */
function askingForTransfer(context: LinkContext, onAsked: (asked: TransferRequired) => void): LinkContext {
  const { stepUp } = context
  const change: StepUp['change'] = async (account, signal, send) => {
    try {
      return await stepUp.change(account, signal, send)
    } catch (error) {
      const { code, data } = error instanceof VitrineError ? error : {}
      const asked = code === 'account_transfer_required' ? transferRequired.safeParse(data) : null
      if (!asked?.success) throw error
      onAsked(asked.data)
      // The card makes room. What it waits for is the other screen's.
      return new Promise(() => {})
    }
  }
  return { ...context, stepUp: { ...stepUp, change } }
}
