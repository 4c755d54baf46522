import { useId, useRef } from 'react'
import styles from './config.module.css'
import type { LineProblem } from './draft.ts'

interface JsonEditorProps {
  readonly label: string
  readonly text: string
  readonly problems: readonly LineProblem[]
  readonly isLocked: boolean
  onChange(text: string): void
}

/** JSON with the numbers of its lines, and what is wrong by line. Tab goes on to the next control, as everywhere. */
export function JsonEditor({ label, text, problems, isLocked, onChange }: JsonEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLDivElement>(null)
  const lines = text.split('\n')
  const wrong = new Set(problems.map(({ line }) => line))
  const goTo = (line: number) => {
    const start = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0)
    area.current?.focus()
    area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }
  return (
    <div className={styles.json}>
      <div className={styles.editor}>
        <div aria-hidden="true" className={styles.gutter} ref={gutter}>
          {lines.map((_, index) => (
            // A line has nothing but its number.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div className={wrong.has(index + 1) ? styles.wrongLine : undefined} key={index}>
              {index + 1}
            </div>
          ))}
        </div>
        <textarea
          aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
          aria-invalid={problems.length > 0 || undefined}
          aria-label={label}
          autoComplete="off"
          className={styles.text}
          onChange={({ target }) => onChange(target.value)}
          onScroll={({ currentTarget }) => {
            if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop
          }}
          readOnly={isLocked}
          ref={area}
          rows={Math.min(28, Math.max(10, lines.length))}
          spellCheck={false}
          value={text}
          wrap="off"
        />
      </div>
      {problems.length > 0 ? (
        <ul className={styles.lineProblems} id={`${id}-problems`}>
          {problems.map(({ line, reason }) => (
            <li key={`${line} ${reason}`}>
              <button className={styles.lineLink} onClick={() => goTo(line)} type="button">
                Line {line}
              </button>{' '}
              {reason}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
