import type { Clipboard } from '../clipboard.ts'
import { code, h, heading, saveFile, show } from '../element.ts'
import type { SignedTransfer } from '../transfer/ethereum-transfer.ts'
import { FieldProblems } from '../transfer/field.ts'
import type { Words } from '../words/words.ts'

export interface TransferField<Field extends string> {
  readonly name: Field
  readonly label: string
  readonly hint?: string
  readonly value?: string
  /** Of the keyboard on a phone. */
  readonly keys?: 'numeric' | 'decimal'
  /** Known values and what they are called. */
  readonly known?: readonly (readonly [value: string, name: string])[]
}

/** A transfer of one chain, from its form to what is signed. */
export interface TransferForm<Field extends string, Transfer> {
  readonly coin: string
  readonly fields: readonly TransferField<Field>[]
  /** @throws FieldProblems */
  read(texts: Readonly<Record<Field, string>>): Transfer
  /** What will be signed, in words: what happens, then each fact. */
  headline(transfer: Transfer): string
  facts(transfer: Transfer): readonly (readonly [label: string, value: string])[]
  warnings(transfer: Transfer): readonly string[]
  sign(transfer: Transfer): SignedTransfer
  /** What `SignedTransfer.id` is called. */
  readonly idLabel: string
}

/**
 * Form, then what it says in words, then the signed transaction. What was reviewed is what is signed: the form is read once.
 */
export function transferScreen<Field extends string, Transfer>(
  words: Words,
  clipboard: Clipboard,
  form: TransferForm<Field, Transfer>,
  back: () => void,
): HTMLElement {
  const said = words.send
  const place = h('div')
  const inputs = form.fields.map(field => ({ field, ...input(field) }))
  const element = h(
    'form',
    {
      autocomplete: 'off',
      novalidate: true,
      submit(event) {
        event.preventDefault()
        submit()
      },
    },
    heading(said.title(form.coin)),
    ...inputs.map(it => it.row),
    h('button', { type: 'submit' }, said.review),
    h('button', { type: 'button', class: 'quiet', click: back }, words.wallets.back),
  )

  function submit(): void {
    const texts = Object.fromEntries(inputs.map(it => [it.field.name, it.input.value])) as Record<
      Field,
      string
    >
    for (const each of inputs) each.tell('')
    try {
      review(form.read(texts))
    } catch (error) {
      if (!(error instanceof FieldProblems)) throw error
      const { fields } = error as FieldProblems<Field>
      const wrong = inputs.filter(it => fields[it.field.name] !== undefined)
      for (const each of wrong) each.tell(words.field[fields[each.field.name] ?? 'missing'])
      wrong[0]?.input.focus()
    }
  }

  function review(transfer: Transfer): void {
    show(
      place,
      heading(form.headline(transfer)),
      h(
        'dl',
        {},
        ...form.facts(transfer).flatMap(([label, value]) => [h('dt', {}, label), h('dd', {}, code(value))]),
      ),
      ...form.warnings(transfer).map(text => h('p', { class: 'warning' }, text)),
      h('button', { type: 'button', click: () => signed(form.sign(transfer)) }, said.sign),
      h('button', { type: 'button', class: 'quiet', click: () => show(place, element) }, said.change),
    )
  }

  function signed({ transaction, id }: SignedTransfer): void {
    const status = h('p', { class: 'hint', 'aria-live': 'polite' })
    const copy = async () => {
      status.textContent = (await clipboard.copy(transaction))
        ? words.wallets.copied
        : words.wallets.notCopied
    }
    const text = h('textarea', {
      id: 'signed',
      class: 'code',
      dir: 'ltr',
      rows: 6,
      readonly: true,
      spellcheck: 'false',
    })
    text.value = transaction
    show(
      place,
      heading(said.signed),
      h('p', {}, said.notSent),
      h('label', { for: 'signed' }, said.transaction),
      text,
      h('dl', {}, h('dt', {}, form.idLabel), h('dd', {}, code(id))),
      status,
      h('button', { type: 'button', click: () => void copy() }, said.copy),
      h(
        'button',
        { type: 'button', class: 'quiet', click: () => saveFile('transaction.txt', transaction) },
        said.save,
      ),
      h('button', { type: 'button', class: 'quiet', click: back }, words.wallets.back),
    )
  }

  show(place, element)
  return place
}

function input<Field extends string>({ name, label, hint, value, keys, known }: TransferField<Field>) {
  const problem = h('p', { id: `${name}-problem`, class: 'problem', 'aria-live': 'polite' })
  const element = h('input', {
    id: name,
    dir: 'ltr',
    value,
    inputmode: keys,
    list: known && `${name}-known`,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'none',
    'aria-describedby': `${hint ? `${name}-hint ` : ''}${name}-problem`,
  })
  return {
    input: element,
    row: h(
      'div',
      { class: 'field' },
      h('label', { for: name }, label),
      element,
      hint !== undefined && h('p', { id: `${name}-hint`, class: 'hint' }, hint),
      known !== undefined &&
        h(
          'datalist',
          { id: `${name}-known` },
          ...known.map(([of, text]) => h('option', { value: of }, text)),
        ),
      problem,
    ),
    tell(text: string) {
      problem.textContent = text
      if (text === '') element.removeAttribute('aria-invalid')
      else element.setAttribute('aria-invalid', 'true')
    },
  }
}
