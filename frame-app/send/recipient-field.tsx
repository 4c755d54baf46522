import { useId } from 'react'
import { Avatar } from '../marks/avatar.tsx'
import type { HeldOn } from '../portfolio/ports.ts'
import { Problem } from '../ui/problem.tsx'
import { say } from '../words/say.ts'
import { AcquaintanceNote, LookalikeWarning } from './acquaintance-note.tsx'
import { nameServiceOf } from './names/name-service.ts'
import type { Acquaintance, RecipientProblem } from './recipient.ts'
import type { RecipientState } from './recipient-flow.ts'
import styles from './send.module.css'

export interface RecipientFieldProps {
  readonly state: RecipientState
  readonly chain: HeldOn
  /** `null`: there is no recipient yet. */
  readonly acquaintance: Acquaintance | null
  /** Nothing is typed, and Review was pressed. */
  readonly isMissing: boolean
  onType(text: string): void
}

/** Where it goes: what is typed, the whole address that it stands for, and how well one knows it. */
export function RecipientField({ state, chain, acquaintance, isMissing, onType }: RecipientFieldProps) {
  const id = useId()
  const noteId = `${id}note`
  const { recipient, problem, text } = state
  const found = problem ?? (isMissing ? 'missing' : null)
  const takesNames = nameServiceOf(chain, 'name.eth') ?? nameServiceOf(chain, 'name.sol')
  return (
    <div className={styles.group}>
      <label className={styles.label} htmlFor={id}>
        {say('recipient.label')}
      </label>
      <input
        aria-describedby={noteId}
        aria-invalid={found !== null}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        className={styles.input}
        data-autofocus
        // An address is read from left to right; the words that ask for it are read as the language is.
        dir={text === '' ? undefined : 'ltr'}
        enterKeyHint="next"
        id={id}
        maxLength={300}
        onChange={event => onType(event.target.value)}
        placeholder={say(takesNames ? 'recipient.addressOrName' : 'recipient.address')}
        spellCheck={false}
        type="text"
        value={text}
      />
      <div className={styles.notes} id={noteId}>
        {found === null ? null : <Problem>{sayProblem(found, chain.name)}</Problem>}
        {state.status === 'looking' ? (
          <p className={styles.note} role="status">
            {say('recipient.looking')}
          </p>
        ) : null}
        {recipient && acquaintance ? (
          <p className={styles.found}>
            <Avatar address={recipient.address} size={32} />
            <span>
              {/* The field shows a part of it on a phone, and of a name nothing. */}
              <bdi className={styles.whole} dir="ltr">
                {recipient.address}
              </bdi>
              {acquaintance.kind === 'lookalike' ? null : <AcquaintanceNote acquaintance={acquaintance} />}
            </span>
          </p>
        ) : null}
        {recipient && acquaintance?.kind === 'lookalike' ? <LookalikeWarning {...acquaintance} /> : null}
      </div>
    </div>
  )
}

const sayProblem = (problem: RecipientProblem | 'missing', network: string): string =>
  problem === 'otherChain' || problem === 'noNames' || problem === 'nameUnknown' || problem === 'noAnswer'
    ? say(`recipient.problem.${problem}`, { network })
    : say(`recipient.problem.${problem}`)
