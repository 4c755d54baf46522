import { useEffect, useId, useRef, useState } from 'react'
import { CheckIcon, ChevronIcon } from '../../ui/icons-later.tsx'
import { say } from '../../words/say.ts'
import type { Country } from './countries.ts'
import styles from './country-field.module.css'
import { drawsFlags, flagOf } from './flags.ts'
import { type CountryListOptions, useCountryList } from './use-country-list.ts'

/** The country of a number, as a list with search. */
export function CountryField({ countries, selected, onSelect }: CountryListOptions) {
  const list = useCountryList({ countries, selected, onSelect })
  const listId = useId()
  const options = useRef<HTMLDivElement>(null)
  const country = countries.find(({ code }) => code === selected)
  const { isOpen, active } = list
  const [hasFlags] = useState(() => drawsFlags(document))

  useEffect(() => {
    const box = options.current
    const option = box?.children[active]
    if (!isOpen || !box || !(option instanceof HTMLElement)) return
    // Not `scrollIntoView`, which would move the card as well.
    const { offsetTop, offsetHeight } = option
    if (offsetTop < box.scrollTop) box.scrollTop = offsetTop
    else if (offsetTop + offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = offsetTop + offsetHeight - box.clientHeight
  }, [isOpen, active])

  return (
    <div className={styles.country}>
      <div className={styles.line}>
        {isOpen || !country || !hasFlags ? null : (
          <span aria-hidden="true" className={`${styles.flag} ${styles.chosen}`}>
            {flagOf(country.code)}
          </span>
        )}
        <input
          aria-activedescendant={
            isOpen && list.found[active] ? optionId(listId, list.found[active]) : undefined
          }
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-expanded={isOpen}
          aria-label={say('country.label')}
          autoComplete="off"
          className={styles.input}
          // A calling code has no letter that says how it reads: its plus would stand at the end in Arabic.
          dir={isOpen && /^[+\d]/.test(list.query) ? 'ltr' : undefined}
          onBlur={list.close}
          onChange={event => list.search(event.target.value)}
          onClick={() => (isOpen ? undefined : list.open())}
          onKeyDown={list.onKeyDown}
          placeholder={isOpen ? say('country.search') : undefined}
          role="combobox"
          spellCheck={false}
          type="text"
          value={isOpen ? list.query : (country?.name ?? '')}
        />
        <span aria-hidden="true" className={styles.chevron} data-open={isOpen}>
          <ChevronIcon />
        </span>
      </div>
      {isOpen ? (
        <div
          aria-label={say('country.label')}
          className={styles.list}
          id={listId}
          // A press must not take the focus from the field, which would close the list before the click.
          onMouseDown={event => event.preventDefault()}
          ref={options}
          role="listbox"
        >
          {list.found.map((each, index) => (
            <Option
              country={each}
              hasFlag={hasFlags}
              id={optionId(listId, each)}
              isActive={index === active}
              isSelected={each.code === selected}
              key={each.code}
              onChoose={list.choose}
            />
          ))}
        </div>
      ) : null}
      <p className={styles.none} role="status">
        {isOpen && list.found.length === 0 ? say('country.none') : null}
      </p>
    </div>
  )
}

const optionId = (listId: string, { code }: Country) => `${listId}${code}`

interface OptionProps {
  readonly country: Country
  readonly hasFlag: boolean
  readonly id: string
  readonly isActive: boolean
  readonly isSelected: boolean
  onChoose(country: Country): void
}

/** The keyboard stays in the field, which names the active option to assistive technology. */
function Option({ country, hasFlag, id, isActive, isSelected, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points here
    <div
      aria-selected={isSelected}
      className={styles.option}
      data-active={isActive}
      id={id}
      onClick={() => onChoose(country)}
      role="option"
    >
      {hasFlag ? (
        <span aria-hidden="true" className={styles.flag}>
          {flagOf(country.code)}
        </span>
      ) : null}
      <span className={styles.name}>{country.name}</span>
      {isSelected ? <CheckIcon /> : null}
      <bdi className={styles.callCode} dir="ltr">
        +{country.callCode}
      </bdi>
    </div>
  )
}
