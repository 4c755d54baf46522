import { Button, LinkButton } from '../../ui/button.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import type { Failure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import styles from './entry.module.css'

export interface DeniedScreenProps {
  readonly failure: Failure
  /** Back to the landing, for another way or another address. */
  onBack(): void
  onClose(): void
}

/** Someone whom the app's rules of entry do not let in: the allowlist, or the accounts of development mode. */
export function DeniedScreen({ failure, onBack, onClose }: DeniedScreenProps) {
  const { app, config } = useKernel()
  const { errorTitle, errorDetail, errorCtaText, errorCtaLink } = useStore(config).allowlistConfig
  const isLimit = failure.code === 'max_accounts_reached'
  return (
    <Screen
      emblem={
        <span className={styles.emblem}>
          <LockIcon size={22} />
        </span>
      }
      onBack={onBack}
      onClose={onClose}
      sentence={
        isLimit ? say('limit.sentence') : (errorDetail ?? say('allowlist.sentence', { app: app.name }))
      }
      title={isLimit ? say('limit.title') : (errorTitle ?? say('allowlist.title'))}
    >
      <div className={styles.actions}>
        {isLimit || errorCtaLink === null ? null : (
          <LinkButton href={errorCtaLink}>{errorCtaText ?? say('allowlist.more')}</LinkButton>
        )}
        <Button look={isLimit || errorCtaLink === null ? 'primary' : 'quiet'} onClick={onBack}>
          {say('allowlist.another')}
        </Button>
      </div>
    </Screen>
  )
}
