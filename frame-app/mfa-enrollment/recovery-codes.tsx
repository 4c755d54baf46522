import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useCopy } from '../ui/copy.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import styles from './enrollment.module.css'

/** The codes for who loses their factors, once: there is no way out but to say that they are kept. */
export function RecoveryCodes({ codes, onSaved }: { readonly codes: readonly string[]; onSaved(): void }) {
  const { app } = useKernel()
  const [status, copy] = useCopy(codes.join('\n'))
  const [head] = useState(() => say('mfa.fileHead', { app: app.name, host: location.host }))
  return (
    <Screen onClose={null} sentence={say('mfa.codesSentence')} title={say('mfa.codesTitle')}>
      <ol aria-label={say('mfa.codes')} className={styles.codes} dir="ltr">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.pair}>
        <Button look="plain" onClick={copy}>
          {say(status === 'copied' ? 'action.copied' : 'mfa.copyCodes')}
        </Button>
        <Button look="plain" onClick={() => download([head, '', ...codes, ''].join('\n'))}>
          {say('mfa.download')}
        </Button>
      </div>
      <span className={styles.hint} role="status">
        {status === 'failed' ? say('address.copyFailed') : null}
      </span>
      <div className={styles.actions}>
        <Button onClick={onSaved}>{say('mfa.saved')}</Button>
      </div>
    </Screen>
  )
}

/** A text file that is made here: no server is asked for it. */
function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
