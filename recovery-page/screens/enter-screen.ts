import { type KitProblem, type KitSecret, readKitCode } from '@vitrine/shared/kit/read-kit-code.ts'
import { h } from '../element.ts'
import { hasCamera, readPicture, scanWithCamera } from '../enter/read-picture.ts'
import { nearestWord, startedWord, suggestWords } from '../enter/word-help.ts'
import type { Words } from '../words/words.ts'

export interface EnterScreen {
  readonly element: HTMLElement
  /** What is typed so far, for the same screen in another language. */
  draft(): string
  /** Stops the camera and empties the field. */
  close(): void
}

/** Where a person types, pastes or scans their words or key. @param open takes what was read */
export function enterScreen(words: Words, draft: string, open: (secret: KitSecret) => void): EnterScreen {
  const said = words.enter
  let camera: AbortController | null = null

  const problem = h('p', { id: 'enter-problem', class: 'problem', role: 'alert' })
  const count = h('p', { id: 'enter-count', class: 'hint', 'aria-live': 'polite' })
  const suggestions = h('div', { class: 'suggestions', role: 'group', 'aria-label': said.suggestions })
  const field = h('textarea', {
    id: 'secret',
    dir: 'ltr',
    rows: 4,
    // Browsers send what they check and complete to services of theirs.
    spellcheck: 'false',
    autocomplete: 'off',
    autocorrect: 'off',
    autocapitalize: 'none',
    'aria-describedby': 'enter-hint enter-problem enter-count',
    input: () => typed(),
    keyup: () => suggest(),
    click: () => suggest(),
  })
  field.value = draft
  const video = h('video', { playsinline: true, muted: true, hidden: true })
  const picture = h('input', { type: 'file', accept: 'image/*', id: 'picture', class: 'visually-hidden' })
  picture.addEventListener('change', () => void choose())
  const cameraButton = h(
    'button',
    { type: 'button', class: 'quiet', click: () => void toggleCamera() },
    said.camera,
  )

  const tell = (text: string) => {
    problem.textContent = text
    if (text === '') field.removeAttribute('aria-invalid')
    else field.setAttribute('aria-invalid', 'true')
  }

  function read(text: string): void {
    const reading = readKitCode(text)
    if (reading.kind === 'words' || reading.kind === 'key') open(reading)
    else {
      tell(problemText(words, reading))
      field.focus()
    }
  }

  function typed(): void {
    tell('')
    const typedWords = field.value.match(/\p{L}+/gu)?.length ?? 0
    count.textContent = typedWords > 1 ? said.counted(typedWords) : ''
    suggest()
  }

  function suggest(): void {
    const started = startedWord(field.value, field.selectionStart)
    suggestions.replaceChildren(
      ...suggestWords(started).map(word =>
        h(
          'button',
          { type: 'button', class: 'chip', dir: 'ltr', click: () => complete(started, word) },
          word,
        ),
      ),
    )
  }

  function complete(started: string, word: string): void {
    const caret = field.selectionStart
    const before = `${field.value.slice(0, caret - started.length)}${word} `
    field.value = before + field.value.slice(caret).trimStart()
    field.focus()
    field.setSelectionRange(before.length, before.length)
    typed()
  }

  async function choose(): Promise<void> {
    const [file] = picture.files ?? []
    if (!file) return
    const text = await readPicture(file)
    picture.value = ''
    if (text === null) tell(said.noCode)
    else read(text)
  }

  async function toggleCamera(): Promise<void> {
    if (camera) return camera.abort()
    const own = new AbortController()
    camera = own
    cameraButton.textContent = said.stopCamera
    video.hidden = false
    try {
      const text = await scanWithCamera(video, own.signal)
      if (text !== null && !own.signal.aborted) read(text)
    } catch {
      tell(said.noCamera)
    } finally {
      camera = null
      cameraButton.textContent = said.camera
      video.hidden = true
    }
  }

  const element = h(
    'form',
    {
      autocomplete: 'off',
      submit(event) {
        event.preventDefault()
        read(field.value)
      },
    },
    h('label', { for: 'secret' }, said.label),
    h('p', { id: 'enter-hint', class: 'hint' }, said.hint),
    field,
    suggestions,
    count,
    problem,
    video,
    h('button', { type: 'submit' }, said.open),
    h('label', { for: 'picture', class: 'quiet button' }, said.picture, picture),
    hasCamera() && cameraButton,
  )
  return {
    element,
    draft: () => field.value,
    close() {
      camera?.abort()
      field.value = ''
    },
  }
}

function problemText({ problem }: Words, reading: KitProblem): string {
  switch (reading.kind) {
    case 'empty':
      return problem.empty
    case 'numbers':
      return problem.numbers
    case 'checksum':
      return problem.checksum
    case 'no-key':
      return problem.noKey
    case 'word-count':
      return problem.wordCount(reading.count)
    case 'unknown-word':
      return problem.unknownWord(reading.word, reading.at, nearestWord(reading.word))
  }
}
