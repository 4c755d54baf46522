import {
  type Kit,
  type KitImportedKey,
  type KitPhrase,
  type KitWallet,
  keyText,
  kitCode,
  pathOf,
} from '@vitrine/shared/kit/kit.ts'
import encode from 'qr'
import { element } from './element.ts'
import { guardPress } from './guarded-press.ts'
import { watchSight } from './in-sight.ts'
import type { Label } from './labels.ts'
import type { KitFacts, ToldWallet } from './messages.ts'
import { findIndexes, type OpenedSecret } from './opened-secret.ts'
import { wordList } from './word-list.ts'

/** Where the page is that brings wallets back without the server, below the wallet origin; and its hash, beside it. */
const RECOVERY_PAGE = '/recovery.html'

/** What the kit holds, and the wallets that are not of it. */
export interface MadeKit {
  readonly kit: Kit
  readonly elsewhere: readonly ToldWallet[]
  /** Of the recovery page. */
  readonly pageHash: string | null
}

/** A kit that holds nothing yet. */
export function emptyKit({ app, origin, createdAt, pageHash, wallets }: KitFacts): MadeKit {
  const kit: Kit = {
    version: 1,
    app,
    origin,
    createdAt: Math.floor(createdAt / 1000),
    phrases: [],
    imported: [],
  }
  return { kit, pageHash, elsewhere: wallets }
}

/**
 * Puts one more secret on the kit. Of the wallets that the frame names, those count that the words make: nothing on paper is on trust.
 * @param wallet whose secret it was found to be
 */
export async function withSecret(made: MadeKit, secret: OpenedSecret, wallet: ToldWallet): Promise<MadeKit> {
  const { kit } = made
  const others = made.elsewhere.filter(it => it.address !== wallet.address)
  if (secret.type === 'key') {
    const { chainType, address } = wallet
    const imported = [...kit.imported, { chainType, address, key: keyText(chainType, secret.bytes) }]
    return { ...made, kit: { ...kit, imported }, elsewhere: others }
  }
  const asked = [wallet, ...others]
  const indexes = await findIndexes(secret.words, asked)
  const wallets = asked.flatMap(({ chainType, address }, place) => {
    const walletIndex = indexes[place] ?? null
    if (walletIndex === null) return []
    return [{ chainType, address, walletIndex, path: pathOf(chainType, walletIndex) }]
  })
  return {
    ...made,
    kit: { ...kit, phrases: [...kit.phrases, { words: secret.words, wallets: wallets.sort(byPlace) }] },
    elsewhere: asked.filter((_, place) => indexes[place] === null),
  }
}

const byPlace = (a: KitWallet, b: KitWallet) =>
  a.chainType.localeCompare(b.chainType) || a.walletIndex - b.walletIndex

export interface KitViewOptions {
  readonly language: string
  /** `false`: it stands in the frame, where nothing can be printed. */
  readonly canPrint: boolean
}

/** The kit as a page: what it is, the words or the key with a code of it, what to do, and what each loss means. */
export function kitView(
  { kit, elsewhere, pageHash }: MadeKit,
  label: Label,
  { language, canPrint }: KitViewOptions,
): HTMLElement {
  const date = new Intl.DateTimeFormat(language || undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(
    kit.createdAt * 1000,
  )
  const print = element('button', 'button', label('secret.kitPrint'))
  // The page may be longer than its window: the button is what has to be in sight.
  if (canPrint) guardPress(print, watchSight(print), () => window.print())
  return element(
    'main',
    canPrint ? 'view kit' : 'view kit inside',
    element(
      'header',
      'kit-head',
      element('h1', 'kit-title', label('secret.kitTitle')),
      element('p', 'kit-of', ltr(`${kit.app} · ${new URL(kit.origin).host}`)),
      element('p', 'kit-of', label('secret.kitMade', { date })),
    ),
    element('p', 'kit-warning', label('secret.kitWarning')),
    canPrint ? print : element('p', 'kit-warning by-hand', label('secret.kitByHand')),
    ...kit.phrases.map(phrase => phrasePart(phrase, label)),
    ...kit.imported.map(imported => keyPart(imported, label)),
    ...(elsewhere.length > 0 ? [elsewherePart(elsewhere, label)] : []),
    part(
      label('secret.kitDo'),
      list([
        label('secret.kitKeep'),
        element('span', undefined, `${label('secret.kitRecover')} `, ltr(kit.origin + RECOVERY_PAGE)),
        ...(pageHash === null
          ? []
          : [element('span', undefined, `${label('secret.kitOffline')} `, ltr(pageHash, 'hash'))]),
      ]),
    ),
    part(
      label('secret.kitLosses'),
      list([
        label('secret.kitLostPage'),
        label('secret.kitLostLogin'),
        label('secret.kitLostBoth'),
        label('secret.kitSeen'),
      ]),
    ),
  )
}

const phrasePart = ({ words, wallets }: KitPhrase, label: Label) =>
  part(
    label('secret.words'),
    element('div', 'coded', wordList(words), code(kitCode(words), label('secret.kitQr'))),
    element('h3', 'kit-subheading', label('secret.kitWallets')),
    walletRows(wallets),
  )

const keyPart = ({ chainType, address, key }: KitImportedKey, label: Label) =>
  part(
    label('secret.key'),
    element('p', 'kit-wallet', chainName(chainType), ltr(address, 'address')),
    element('div', 'coded', ltr(key, 'key'), code(kitCode(key), label('secret.kitQr'))),
  )

/** What is not on the page is said on it: who has lost all else would look for it there. */
const elsewherePart = (wallets: readonly ToldWallet[], label: Label) =>
  part(
    label('secret.kitNotHere'),
    element('p', 'kit-small', label('secret.kitNotHereWhy')),
    element(
      'ul',
      'kit-wallets',
      ...wallets.map(({ chainType, address }) =>
        element('li', 'kit-wallet', chainName(chainType), ltr(address, 'address')),
      ),
    ),
  )

const walletRows = (wallets: readonly KitWallet[]) =>
  element(
    'ul',
    'kit-wallets',
    ...wallets.map(({ chainType, address, path }) =>
      element('li', 'kit-wallet', chainName(chainType), ltr(address, 'address'), ltr(path, 'path')),
    ),
  )

const chainName = (chainType: KitWallet['chainType']) =>
  element('span', 'kit-chain', chainType === 'ethereum' ? 'Ethereum' : 'Solana')

const part = (title: string, ...content: readonly HTMLElement[]) =>
  element('section', 'kit-part', element('h2', 'kit-heading', title), ...content)

const list = (items: readonly (string | HTMLElement)[]) =>
  element('ul', 'kit-list', ...items.map(item => element('li', undefined, item)))

function ltr(text: string, className?: string): HTMLElement {
  const shown = element('bdi', className, text)
  shown.dir = 'ltr'
  shown.translate = false
  return shown
}

/** Modules of quiet around a code (ISO/IEC 18004). */
const QUIET = 4
const SVG = 'http://www.w3.org/2000/svg'

/** A text as a QR code; drawn black on white, as it is printed. */
function code(text: string, name: string): SVGElement {
  const rows = encode(text, 'raw', { ecc: 'medium', border: QUIET })
  const drawing = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  const attributes = {
    class: 'code',
    viewBox: `0 0 ${rows.length} ${rows.length}`,
    'shape-rendering': 'crispEdges',
    role: 'img',
    'aria-label': name,
  }
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value)
  path.setAttribute('d', drawing.join(''))
  svg.append(path)
  return svg
}
