// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { pressKey } from '../../../ui/testing/dom.ts'
import { Tabs } from './tabs.tsx'

const TABS = [
  { name: 'one', label: 'One' },
  { name: 'two', label: 'Two' },
] as const

async function open(dir: 'ltr' | 'rtl') {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const root = document.createElement('div')
  root.style.direction = dir
  document.body.append(root)
  const react = createRoot(root)
  const show = (selected: 'one' | 'two') =>
    react.render(
      <Tabs label="Parts" onSelect={show} selected={selected} tabs={TABS}>
        {`Panel ${selected}`}
      </Tabs>,
    )
  await act(async () => show('one'))
  await act(async () => root.querySelector<HTMLElement>('[role="tab"]')?.focus())
  return root
}
afterEach(() => document.body.replaceChildren())

it('has one stop of Tab, and names its panel', async () => {
  const root = await open('ltr')
  const [one, two] = root.querySelectorAll<HTMLElement>('[role="tab"]')
  expect([one?.tabIndex, two?.tabIndex]).toEqual([0, -1])
  const panel = root.querySelector('[role="tabpanel"]')
  expect(panel?.getAttribute('aria-labelledby')).toBe(one?.id)
  expect(one?.getAttribute('aria-controls')).toBe(panel?.id)
})

it.each([
  ['ltr', ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'], 'two,one,two,one,two,two'],
  ['rtl', ['ArrowLeft', 'ArrowRight'], 'two,one'],
] as const)('arrows go along the line of reading (%s)', async (dir, keys, way) => {
  const root = await open(dir)
  const seen: string[] = []
  for (const key of keys) {
    await pressKey(key)
    seen.push(root.querySelector('[role="tabpanel"]')?.textContent?.replace('Panel ', '') ?? '')
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true')
  }
  expect(seen.join()).toBe(way)
})
