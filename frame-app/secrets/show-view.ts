import { choices } from './choices.ts'
import { copyText } from './copy-text.ts'
import { coveredNote } from './covered-note.ts'
import { element } from './element.ts'
import { guardPress } from './guarded-press.ts'
import { hiddenText } from './hidden-text.ts'
import type { InSight } from './in-sight.ts'
import type { Label } from './labels.ts'
import { KEY_FORMATS, type KeyFormat, type OpenedSecret, secretText } from './opened-secret.ts'
import { wordList } from './word-list.ts'

export interface View {
  readonly root: HTMLElement
  /** What became of a copy after its time. */
  clipboard(status: 'cleared' | 'kept'): void
  /** Nothing of the secret stays. */
  wipe(): void
}

/** One secret, hidden until its person asks for it. Copying needs no showing. */
export function showView(secret: OpenedSecret, label: Label, sight: InSight, onCopied: () => void): View {
  const formats: readonly KeyFormat[] = secret.type === 'key' ? KEY_FORMATS[secret.chainType] : ['hex']
  let format: KeyFormat = formats[0] ?? 'hex'
  const text = () => secretText(secret, format)
  const shown = element('button', 'button plain', label('secret.show'))
  const copy = element('button', 'button', label('secret.copy'))
  const said = element('p', 'note said', label('secret.private'))
  said.setAttribute('role', 'status')

  const hidden = hiddenText(
    {
      draw: () => (secret.type === 'words' ? wordList(secret.words) : keyText(text())),
      dots: () =>
        secret.type === 'words'
          ? wordList(
              secret.words.map(() => ''),
              true,
            )
          : dots(label('secret.hidden'), text().length),
      onChange() {
        shown.textContent = label(hidden.isShown() ? 'secret.hide' : 'secret.show')
      },
    },
    sight,
  )
  hidden.box.setAttribute('role', 'group')
  hidden.box.setAttribute('aria-label', label(secret.type === 'words' ? 'secret.words' : 'secret.key'))

  guardPress(shown, sight, () => (hidden.isShown() ? hidden.hide() : hidden.show()))
  guardPress(copy, sight, () => {
    void copyText(text()).then(isCopied => {
      said.textContent = label(isCopied ? 'secret.copied' : 'secret.copyFailed')
      if (isCopied) onCopied()
    })
  })
  const asked = choices(
    label('secret.formats'),
    [
      ['base58', label('secret.base58')],
      ['json', label('secret.json')],
    ],
    chosen => {
      format = chosen
      hidden.reset()
    },
  )
  const root = element(
    'main',
    'view',
    ...(formats.length > 1 ? [asked] : []),
    hidden.box,
    element('div', 'actions', shown, copy),
    said,
    coveredNote(label('secret.covered'), sight),
  )
  return {
    root,
    clipboard(status) {
      said.textContent = label(`secret.${status}`)
    },
    wipe() {
      hidden.wipe()
      if (secret.type === 'key') secret.bytes.fill(0)
      root.remove()
    },
  }
}

function keyText(text: string): HTMLElement {
  const shown = element('p', 'key', text)
  shown.dir = 'ltr'
  shown.translate = false
  return shown
}

/** As long as what it stands for, and so as high in letters of one width; what is seen are the dots of the style. */
function dots(name: string, length: number): HTMLElement {
  const hidden = element('p', 'key dots', '0'.repeat(length))
  hidden.setAttribute('role', 'img')
  hidden.setAttribute('aria-label', name)
  return hidden
}
