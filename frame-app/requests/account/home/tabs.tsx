import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

export interface TabsProps<Name extends string> {
  /** What the tabs are of, for a screen reader. */
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly label: string }[]
  readonly selected: Name
  onSelect(name: Name): void
  /** The panel of the selected one. */
  readonly children: ReactNode
}

/** Tabs as the ARIA practices have them: one stop of Tab, arrow keys along the line of reading, Home and End. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Name>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex(({ name }) => name === selected)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const next = { [forward]: at + 1, [backward]: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[
      event.key
    ]
    const tab = next === undefined ? undefined : tabs[next % tabs.length]
    if (!tab) return
    event.preventDefault()
    onSelect(tab.name)
    document.getElementById(`${id}${tab.name}`)?.focus()
  }
  return (
    <>
      <div aria-label={label} className={styles.tabs} onKeyDown={move} role="tablist">
        {tabs.map(tab => (
          <button
            aria-controls={tab.name === selected ? `${id}panel` : undefined}
            aria-selected={tab.name === selected}
            className={styles.tab}
            id={`${id}${tab.name}`}
            key={tab.name}
            onClick={() => onSelect(tab.name)}
            role="tab"
            tabIndex={tab.name === selected ? 0 : -1}
            type="button"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div aria-labelledby={`${id}${selected}`} className={styles.panel} id={`${id}panel`} role="tabpanel">
        {children}
      </div>
    </>
  )
}
