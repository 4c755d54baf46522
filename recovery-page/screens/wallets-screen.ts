import type { KitChain } from '@vitrine/shared/kit/kit.ts'
import type { Clipboard } from '../clipboard.ts'
import { code, h, heading, saveFile } from '../element.ts'
import { type Keyring, keygenJson, type PageWallet, privateKeyText } from '../keys/keyring.ts'
import type { Words } from '../words/words.ts'

const NAMES: Readonly<Record<KitChain, string>> = { ethereum: 'Ethereum', solana: 'Solana' }
const AT_A_TIME = 3

export interface WalletsScreen {
  readonly words: Words
  readonly keyring: Keyring
  readonly clipboard: Clipboard
  send(wallet: PageWallet): void
}

/** The wallets of both chains, to be compared with the kit. */
export function walletsScreen(screen: WalletsScreen): Node[] {
  const { words, keyring } = screen
  return [
    heading(words.wallets.title),
    h('p', {}, words.wallets.compare),
    ...(['ethereum', 'solana'] as const)
      .filter(chainType => keyring.wallet(chainType, 0) !== null)
      .map(chainType => walletList(chainType, screen)),
  ]
}

function walletList(chainType: KitChain, screen: WalletsScreen): HTMLElement {
  const { words, keyring } = screen
  const list = h('ul')
  const add = () => {
    const from = list.childElementCount
    for (let index = from; index < from + (keyring.isImported ? 1 : AT_A_TIME); index++) {
      const wallet = keyring.wallet(chainType, index)
      if (wallet) list.append(walletRow(wallet, screen))
    }
  }
  add()
  return h(
    'section',
    { 'aria-label': NAMES[chainType] },
    h('h3', {}, NAMES[chainType]),
    list,
    !keyring.isImported && h('button', { type: 'button', class: 'quiet', click: add }, words.wallets.more),
  )
}

function walletRow(wallet: PageWallet, screen: WalletsScreen): HTMLElement {
  const { words, clipboard, send } = screen
  const said = words.wallets
  const status = h('p', { class: 'hint', 'aria-live': 'polite' })
  const tell = (copied: Promise<boolean>, done: string) =>
    void copied.then(isCopied => {
      status.textContent = isCopied ? done : said.notCopied
    })
  const name = wallet.place ? said.wallet(wallet.place.index + 1) : said.imported
  const quiet = (text: string, click: () => void) =>
    // Many rows have the same buttons: a screen reader says of which wallet each is.
    h('button', { type: 'button', class: 'quiet', 'aria-label': `${text}: ${name}`, click }, text)
  return h(
    'li',
    {},
    h('strong', {}, name),
    wallet.place && h('p', { class: 'hint' }, code(wallet.place.path)),
    h('p', {}, code(wallet.address)),
    h(
      'div',
      { class: 'actions' },
      quiet(said.send, () => send(wallet)),
      quiet(said.copyAddress, () => tell(clipboard.copy(wallet.address), said.copied)),
    ),
    keyPanel(wallet, screen, name, tell),
    status,
  )
}

/** The private key, which nobody sees before they ask, nor once they look at something else. */
function keyPanel(
  wallet: PageWallet,
  { words, keyring, clipboard }: WalletsScreen,
  name: string,
  tell: (copied: Promise<boolean>, done: string) => void,
): HTMLElement {
  const said = words.wallets
  const { chainType, address } = wallet
  const keyOf = () => keyring.withKey(wallet, key => privateKeyText(chainType, key))
  const panel = h('div', { class: 'key', hidden: true })
  const toggle = h('button', { type: 'button', class: 'quiet', click: () => set(panel.hidden === true) })
  const set = (isShown: boolean) => {
    panel.hidden = !isShown
    panel.replaceChildren(
      ...(isShown ? [h('p', { class: 'danger' }, said.keyWarning), h('p', {}, code(keyOf())), actions] : []),
    )
    toggle.textContent = isShown ? said.hideKey : said.showKey
    toggle.setAttribute('aria-label', `${toggle.textContent}: ${name}`)
    toggle.setAttribute('aria-expanded', String(isShown))
  }
  const save = () =>
    chainType === 'solana'
      ? saveFile(`${address}.json`, keyring.withKey(wallet, keygenJson))
      : saveFile(`${address}.txt`, keyOf())
  const actions = h(
    'div',
    { class: 'actions' },
    h(
      'button',
      { type: 'button', class: 'quiet', click: () => tell(clipboard.copySecret(keyOf()), said.keyCopied) },
      said.copyKey,
    ),
    h('button', { type: 'button', class: 'quiet', click: save }, said.saveKey),
  )
  set(false)
  return h('div', { hide: () => set(false), 'data-hides': true }, toggle, panel)
}

/** Hides every private key that is shown. */
export function hideKeys(place: ParentNode): void {
  for (const each of place.querySelectorAll('[data-hides]')) each.dispatchEvent(new Event('hide'))
}
