import { useState } from 'react'
import { lazily } from '../../core/lazy.ts'
import type { LoginMethodView } from '../../login-method/login-method.ts'
import { atCode, whenDone } from '../../otp/code-flow.ts'
import { lazyFlow } from '../../otp/lazy-flow.ts'
import { ChoiceRow } from '../../ui/choice-row.tsx'
import { MailIcon } from '../../ui/icons.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { LazyScreen, preload } from '../../ui/lazy-screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import { EmailRow, type EmailRowProps } from './row.tsx'

const loadFlow = lazily(() => import('./flow.ts'))
const loadCodeScreen = async () => (await import('./email-code.tsx')).EmailCode

/** Login by a code sent to an email address. */
export const emailLogin: LoginMethodView = {
  prefetch: () => Promise.all([preload(loadCodeScreen), loadFlow()]),
  link: {
    label: () => say('email.linkTitle'),
    load: async () => (await import('./link-card.tsx')).EmailLinkCard,
  },
  accountIcon: () => <MailIcon />,
  open({ kernel, request: { options }, onAuthenticated }) {
    const prefill = options.prefill?.type === 'email' ? options.prefill.value : ''
    const mode = options.disableSignup ? 'no-signup' : 'login-or-sign-up'
    const flow = lazyFlow(prefill, async () => (await loadFlow()).startEmailFlow(kernel, { prefill, mode }))
    whenDone(flow, onAuthenticated)
    return {
      hasCard: atCode(flow),
      Row: props => <Row flow={flow} {...props} />,
      Card: ({ onClose }) => (
        <LazyScreen
          load={loadCodeScreen}
          onClose={onClose}
          props={{ flow, onClose }}
          title={say('code.title')}
        />
      ),
      close: flow.stop,
    }
  },
}

/** The field itself, or a button that opens it where the site wants no fields on the landing. */
function Row({ flow, isFirst }: EmailRowProps) {
  const { hideDirectWeb2Inputs } = useStore(useKernel().appearance)
  const [isOpen, setIsOpen] = useState(false)
  if (hideDirectWeb2Inputs && !isOpen)
    return (
      <ChoiceRow
        icon={<MailIcon />}
        isFirst={isFirst}
        label={say('email.row')}
        onPress={() => setIsOpen(true)}
      />
    )
  return <EmailRow flow={flow} isFirst={isFirst} takesFocus={isOpen} />
}
