import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { type Country, findCountries } from './countries.ts'
import { nameAhead, type TypeAhead, typeAhead } from './type-ahead.ts'

/** The open list: what is searched for, and the country that Enter would take. */
interface OpenList {
  readonly query: string
  readonly active: number
}

export interface CountryListOptions {
  readonly countries: readonly Country[]
  readonly selected: Country['code']
  onSelect(country: Country['code']): void
}

/**
 * The behaviour of the country field (ARIA Authoring Practices, combobox): closed, letters choose by type-ahead; open, they
 * search. Arrows, Enter, Escape and Tab do what they do in every list.
 */
export function useCountryList({ countries, selected, onSelect }: CountryListOptions) {
  const [list, setList] = useState<OpenList | null>(null)
  const ahead = useRef<TypeAhead | null>(null)
  const query = list?.query ?? ''
  const found = useMemo(
    () => (query.trim() === '' ? countries : findCountries(countries, query)),
    [countries, query],
  )
  const selectedIndex = countries.findIndex(({ code }) => code === selected)

  const open = () => setList({ query: '', active: selectedIndex })
  const close = () => setList(null)
  const choose = (country: Country | undefined) => {
    if (country) onSelect(country.code)
    close()
  }

  const onKeyWhileClosed = (event: KeyboardEvent) => {
    if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) {
      event.preventDefault()
      return open()
    }
    const isLetter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter || event.nativeEvent.isComposing) return
    event.preventDefault()
    ahead.current = typeAhead(ahead.current, event.key, event.timeStamp)
    const names = countries.map(({ name }) => name)
    const meant = countries[nameAhead(names, selectedIndex, ahead.current.text)]
    if (meant) onSelect(meant.code)
  }

  const onKeyWhileOpen = (event: KeyboardEvent, { active, query }: OpenList) => {
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault()
        const step = event.key === 'ArrowDown' ? 1 : -1
        return setList({ query, active: (active + step + found.length) % Math.max(1, found.length) })
      }
      case 'Enter':
        event.preventDefault()
        return choose(found[active])
      case 'Escape':
        // The shell would close the whole dialog.
        event.stopPropagation()
        return close()
    }
  }

  return {
    found,
    isOpen: list !== null,
    query,
    active: list === null ? -1 : list.active,
    open,
    close,
    choose,
    search: (text: string) => setList({ query: text, active: 0 }),
    onKeyDown(event: KeyboardEvent) {
      // Enter and Escape of an input method end its own word.
      if (event.nativeEvent.isComposing) return
      if (list === null) onKeyWhileClosed(event)
      else onKeyWhileOpen(event, list)
    },
  }
}
