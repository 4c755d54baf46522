import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Absence, absenceWords } from './absence-words.ts'
import { outcomeOf } from './diagnose.ts'
import type { VitrineOptions } from './options.ts'
import { pause } from './pause.ts'
import type { Shell } from './shell.ts'

/** A frame that comes within this time after a person asked for it is not late. */
const SOON_MS = 700

const STYLE = `
:host{all:initial!important;position:fixed!important;inset:0!important;pointer-events:none!important;color-scheme:light dark!important}
*{box-sizing:border-box}
div{position:absolute;inset:0;display:grid;place-items:center;padding:16px;font:15px/1.5 system-ui,sans-serif;
  --surface:#fff;--raised:#f6f6f8;--text:#17171c;--muted:#62626d;--edge:rgb(23 23 28/.1);color:var(--text)}
main{pointer-events:auto;position:relative;inline-size:min(100%,380px);max-block-size:100%;overflow:auto;border-radius:24px;
  background:var(--surface);box-shadow:0 24px 64px -12px rgb(14 14 18/.28),0 0 0 1px rgb(14 14 18/.04);text-align:center}
main.above{position:absolute;inset-block-start:calc(50% - min(50%,15rem));background:none;box-shadow:none;block-size:3.5rem}
button{position:absolute;inset-block-start:8px;inset-inline-end:8px;inline-size:44px;block-size:44px;padding:6px;border:0;
  background:none;color:var(--muted);cursor:pointer}
svg{display:block;inline-size:32px;block-size:32px;padding:7px;border-radius:50%;background:var(--raised)}
button:hover{color:var(--text)}
button:focus-visible{outline:2px solid #2f62e6;outline-offset:-2px;border-radius:50%}
h1{margin:52px 24px 6px;font-size:20px;line-height:1.3;font-weight:600;overflow-wrap:anywhere}
p{margin:0 24px 24px;color:var(--muted);text-wrap:pretty}
footer{padding:12px 24px;border-block-start:1px solid var(--edge);background:var(--raised);color:var(--muted);font-size:12px}
@media (max-width:480px){.above button{inset-block-start:2px;inset-inline-end:2px}div:not(.wide){place-items:end stretch;padding:16px 0 0}
  div:not(.wide) main{inline-size:100%;border-end-start-radius:0;border-end-end-radius:0}}
@media (prefers-color-scheme:dark){div{--surface:#19191d;--raised:#232328;--text:#f4f4f6;--muted:#a5a5b0;--edge:rgb(255 255 255/.1)}
  button:focus-visible{outline-color:#86aaff}}`

const SVG = 'http://www.w3.org/2000/svg'

function closeIcon(): Element {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  for (const [name, value] of Object.entries({ viewBox: '0 0 20 20', fill: 'none', 'aria-hidden': 'true' }))
    svg.setAttribute(name, value)
  for (const [name, value] of Object.entries({
    d: 'm5.75 5.75 8.5 8.5m0-8.5-8.5 8.5',
    stroke: 'currentColor',
    'stroke-width': '1.6',
    'stroke-linecap': 'round',
  }))
    path.setAttribute(name, value)
  svg.append(path)
  return svg
}

const make = (tag: string, ...children: readonly (Element | string)[]) => {
  const made = document.createElement(tag)
  made.append(...children)
  return made
}

/** One dialog has one card, however often a person asks. */
const open = new WeakMap<Shell, () => void>()

/**
 * Tells a person who asked for the wallet, in its dialog, that it does not come and what they can do: the wallet origin's own
 * page where that is what came, else a card of the page's script. It stays until it is closed, or the frame is there after all.
 * @param up settles with the frame that is awaited
 */
export async function tellAbsence(
  { walletOrigin, locale }: Pick<VitrineOptions, 'walletOrigin' | 'locale'>,
  shell: Shell,
  up: Promise<unknown>,
): Promise<void> {
  const reason = up.then(
    () => null,
    (error: VitrineError) => error,
  )
  const late = pause(SOON_MS, shell.signal).then(() => 'late' as const)
  const first = await Promise.race([reason, late])
  if (first === null) return
  const draw = (absence: Absence, isPage: boolean) => {
    open.get(shell)?.()
    if (!shell.signal.aborted) open.set(shell, drawAbsence({ walletOrigin, locale, shell, absence, isPage }))
  }
  if (first === 'late') draw('slow', false)
  const error = await reason
  if (first === 'late' && !open.has(shell)) return
  if (error === null) return open.get(shell)?.()
  const outcome = outcomeOf(error)
  const isPage = outcome === 'origin' || outcome === 'unknown-app'
  draw(isPage || error.code === 'invalid_origin' ? 'refused' : 'unreachable', isPage)
}

interface Drawing extends Pick<VitrineOptions, 'walletOrigin' | 'locale'> {
  readonly shell: Shell
  readonly absence: Absence
  /** What is in the frame says it itself. */
  readonly isPage: boolean
}

/** @returns closes it */
function drawAbsence({ walletOrigin, locale, shell, absence, isPage }: Drawing): () => void {
  const words = absenceWords([...(locale ? [locale] : []), ...navigator.languages])
  const title = words.title[absence]
  const isDark = matchMedia('(prefers-color-scheme:dark)').matches
  shell.show({ open: true, title, colorScheme: isDark ? 'dark' : 'light' })
  const dialog = shell.iframe.parentElement as HTMLDialogElement
  const important = (element: HTMLElement, rules: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value, 'important')
  }
  important(dialog, { background: isDark ? 'rgb(0 0 0/.6)' : 'rgb(14 14 18/.46)' })
  important(
    shell.iframe,
    isPage
      ? {
          position: 'absolute',
          inset: '0',
          margin: 'auto',
          width: 'min(100% - 32px,40rem)',
          height: 'min(100% - 32px,30rem)',
          'border-radius': '24px',
        }
      : { visibility: 'hidden' },
  )
  const button = make('button', closeIcon()) as HTMLButtonElement
  button.type = 'button'
  button.ariaLabel = words.close
  const card = isPage
    ? make('main', button)
    : make(
        'main',
        button,
        make('h1', title),
        make('p', words.sentence[absence]),
        make('footer', new URL(walletOrigin).host),
      )
  const stage = make('div', card)
  stage.lang = words.language
  stage.dir = words.language === 'ar' ? 'rtl' : 'ltr'
  if (isPage) {
    stage.className = 'wide'
    card.className = 'above'
    important(card, { width: 'min(100% - 32px,40rem)' })
  }
  const host = make('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [sheet]
  root.append(stage)
  dialog.append(host)

  const ending = new AbortController()
  const close = () => {
    ending.abort()
    open.delete(shell)
    host.remove()
    shell.hide()
  }
  button.onclick = close
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  document.addEventListener('keydown', onKeyDown, { signal: ending.signal })
  button.focus()
  return close
}
