import { PASSKEY_NAME_LENGTH } from '@vitrine/shared/api/login/passkey.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { startTask } from '../../core/task.ts'
import type { RenameCardProps } from '../../login-method/login-method.ts'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import { renamePasskey } from './passkey-api.ts'
import { ownName } from './passkey-name.ts'
import styles from './rename-card.module.css'

/** Has a person call a passkey what they like: no name is its own one. */
export function RenamePasskeyCard({ account, onBack, onClose, onRenamed }: RenameCardProps) {
  const { calls } = useKernel().operations
  const passkey = account.type === 'passkey' ? account : null
  const [name, setName] = useState(passkey?.name ?? '')
  const [state, flow] = useFlow(() =>
    startTask(
      (written: string, signal) => renamePasskey(calls, passkey?.credentialId ?? '', written, signal),
      toFailure,
    ),
  )
  const id = useId()
  const isBusy = state.status === 'busy' || state.status === 'done'
  useEffect(() => {
    if (state.status === 'done') onRenamed()
  }, [state, onRenamed])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) flow.send({ type: 'start', argument: name })
  }
  const problem = state.status === 'failed' ? state.failure.message : null
  return (
    <Screen
      onBack={isBusy ? undefined : onBack}
      onClose={onClose}
      sentence={say('passkey.renameSentence')}
      title={say('passkey.renameTitle')}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <input
          aria-describedby={problem === null ? undefined : id}
          aria-label={say('passkey.name')}
          autoComplete="off"
          className={styles.input}
          data-autofocus
          // Of an empty field that would be from the left, whatever the placeholder is.
          dir={name === '' ? undefined : 'auto'}
          enterKeyHint="done"
          maxLength={PASSKEY_NAME_LENGTH}
          onChange={event => setName(event.target.value)}
          placeholder={ownName(account)}
          readOnly={isBusy}
          type="text"
          value={name}
        />
        {problem === null ? null : <Problem id={id}>{problem}</Problem>}
        <Button isBusy={isBusy} type="submit">
          {say('passkey.save')}
        </Button>
      </form>
    </Screen>
  )
}
