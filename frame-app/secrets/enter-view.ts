import { shortAddress } from '../ui/short-address.ts'
import type { ChainType } from './chain-key.ts'
import { choices } from './choices.ts'
import { coveredNote } from './covered-note.ts'
import { element } from './element.ts'
import { guardPress } from './guarded-press.ts'
import type { InSight } from './in-sight.ts'
import type { Label } from './labels.ts'
import { privateField } from './private-field.ts'
import { type Entry, readEntry, sayProblem, type TypedKey } from './typed-key.ts'

export interface EnterView {
  readonly root: HTMLElement
  /** It cannot be imported, in the frame's words: another one can be typed. */
  refuse(message: string): void
  /** Nothing that was typed stays. */
  wipe(): void
}

/**
 * Where a person types a key: it says which address the key makes before they can go on.
 * @param onConfirm the key that they want imported; the caller wipes it
 */
export function enterView(
  chainType: ChainType,
  label: Label,
  sight: InSight,
  onConfirm: (typed: TypedKey) => void,
): EnterView {
  let type: Entry['type'] = 'private-key'
  let found: TypedKey | null = null
  let isSent = false
  let turn = 0

  const text = privateField(
    {
      show: label('secret.show'),
      hide: label('secret.hide'),
      onInput: () => void look(),
    },
    sight,
  )
  const hint = element('p', 'hint')
  const problem = element('p', 'problem')
  problem.setAttribute('role', 'alert')
  const made = element('p', 'made')
  made.setAttribute('role', 'status')
  made.dir = 'ltr'
  const number = element('input', 'input number-input')
  number.inputMode = 'numeric'
  number.autocomplete = 'off'
  number.value = '1'
  number.addEventListener('input', ({ isTrusted }) => {
    if (isTrusted) void look()
  })
  const index = element(
    'label',
    'group',
    element('span', 'label', label('secret.index')),
    number,
    element('span', 'hint', label('secret.indexHint')),
  )
  const button = element('button', 'button wide')
  const press = guardPress(
    button,
    sight,
    () => {
      if (!found) return
      isSent = true
      const typed = found
      found = null
      draw()
      onConfirm(typed)
    },
    () => found !== null && !isSent,
  )

  function draw() {
    const hints = { ethereum: 'secret.hexHint', solana: 'secret.solanaHint' } as const
    text.name(label(type === 'hd' ? 'secret.words' : 'secret.key'))
    hint.textContent = label(type === 'hd' ? 'secret.wordsHint' : hints[chainType])
    index.hidden = type !== 'hd'
    made.textContent = found?.address ?? ''
    button.textContent = isSent
      ? label('secret.importing')
      : found
        ? label('secret.import', { address: shortAddress(found.address) })
        : label('secret.importNone')
    press.refresh()
  }

  async function look() {
    const mine = ++turn
    if (isSent) return
    const entry: Entry =
      type === 'hd' ? { type, text: text.value(), number: number.value } : { type, text: text.value() }
    const read = await readEntry(chainType, entry)
    if (mine !== turn || isSent) {
      if (read && 'plain' in read) read.plain.fill(0)
      return
    }
    found?.plain.fill(0)
    found = read && 'plain' in read ? read : null
    problem.textContent = read && 'problem' in read ? sayProblem(read.problem, label) : ''
    // The press is for this address, and for none that stood there before.
    sight.disturb()
    draw()
  }

  draw()
  const root = element(
    'main',
    'view',
    choices(
      label('secret.enterAs'),
      [
        ['private-key', label('secret.key')],
        ['hd', label('secret.words')],
      ],
      chosen => {
        type = chosen
        draw()
        void look()
      },
    ),
    text.row,
    hint,
    index,
    problem,
    made,
    button,
    coveredNote(label('secret.covered'), sight),
  )
  return {
    root,
    refuse(message) {
      isSent = false
      problem.textContent = message
      draw()
    },
    wipe() {
      turn++
      found?.plain.fill(0)
      found = null
      text.wipe()
      root.remove()
    },
  }
}
