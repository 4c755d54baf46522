import type { KitSecret } from '@vitrine/shared/kit/read-kit-code.ts'
import { createClipboard } from './clipboard.ts'
import { h, show } from './element.ts'
import { type Keyring, openKeyring, type PageWallet } from './keys/keyring.ts'
import { type EnterScreen, enterScreen } from './screens/enter-screen.ts'
import { ethereumForm } from './screens/ethereum-form.ts'
import { solanaForm } from './screens/solana-form.ts'
import { transferScreen } from './screens/transfer-screen.ts'
import { hideKeys, walletsScreen } from './screens/wallets-screen.ts'
import { LANGUAGES, type Language, languageOf } from './words/words.ts'

/**
 * The recovery page: one HTML file that brings wallets back from a kit when neither this server nor a network is there
 * (docs/recovery.md). What a person enters lies in memory alone; its policy lets it reach nothing.
 */
const clipboard = createClipboard(window)
const main = h('main')
let language = languageOf(navigator.languages)
let keyring: Keyring | null = null
let entering: EnterScreen | null = null

function enter(draft: string, note = ''): void {
  const { words } = LANGUAGES[language]
  entering = enterScreen(words, draft, open)
  show(
    main,
    h('h1', {}, words.title),
    h('p', {}, words.what),
    navigator.onLine && h('p', { class: 'warning' }, words.online),
    note !== '' && h('p', { role: 'status' }, note),
    entering.element,
    footer(),
  )
}

function open(secret: KitSecret): void {
  entering?.close()
  entering = null
  keyring = openKeyring(secret)
  wallets()
}

function wallets(): void {
  if (!keyring) return
  const { words } = LANGUAGES[language]
  show(main, h('h1', {}, words.title), ...walletsScreen({ words, keyring, clipboard, send }), footer())
}

function send(wallet: PageWallet): void {
  if (!keyring) return
  const { words } = LANGUAGES[language]
  const screen =
    wallet.chainType === 'ethereum'
      ? transferScreen(words, clipboard, ethereumForm(words, keyring, wallet), wallets)
      : transferScreen(words, clipboard, solanaForm(words, keyring, wallet), wallets)
  show(main, h('h1', {}, words.title), screen, footer())
}

/** Wipes what can be wiped, and leaves no text that the browser could bring back. */
function forget(note = ''): void {
  keyring?.wipe()
  keyring = null
  entering?.close()
  clipboard.clear()
  enter('', note)
  // The button that was pressed is gone.
  document.getElementById('secret')?.focus()
}

function footer(): HTMLElement {
  const { words } = LANGUAGES[language]
  const select = h('select', { 'aria-label': words.language, change: () => speak(select.value as Language) })
  for (const [value, { name }] of Object.entries(LANGUAGES))
    select.append(h('option', { value, lang: value, selected: value === language }, name))
  return h(
    'footer',
    {},
    keyring !== null &&
      h('button', { type: 'button', class: 'quiet', click: () => forget(words.forgotten) }, words.forget),
    select,
  )
}

function speak(next: Language): void {
  language = next
  const { direction, words } = LANGUAGES[next]
  document.documentElement.lang = next
  document.documentElement.dir = direction
  document.title = words.title
  if (keyring) wallets()
  else {
    const draft = entering?.draft() ?? ''
    entering?.close()
    enter(draft)
  }
}

// Somebody else may look at the screen by the time its person looks at something else.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) hideKeys(main)
})
// A page that is left may be kept and brought back whole.
window.addEventListener('pagehide', () => forget())
document.body.append(main)
speak(language)
