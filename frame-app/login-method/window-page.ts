import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { themeOf } from '../ui/theme.ts'
import { say } from '../words/say.ts'
import styles from './window-page.module.css'

/** A page of the wallet origin at the top level: one thing said, and a button at most. */
export interface WindowPage {
  title(text: string): void
  say(sentence: string): void
  /** Shows the button; its click does `go`, and it takes no other one meanwhile. */
  offer(label: string, go: () => Promise<void>): void
  fail(message: string): void
  /** Says this and nothing else: there is nothing more to do here. */
  end(message: string): void
}

/**
 * The screen of each window in which a part of a login goes on. Text nodes only: names are not markup. No React: it would be
 * larger than all the rest.
 * @param app `null`: nobody knows it yet, and the page has no picture
 */
export function showWindowPage(root: HTMLElement, app: AppConfig | null, heading: string): WindowPage {
  const { colorScheme, tokens } = themeOf(
    app
      ? { theme: app.theme, accentColor: app.accent_color }
      : { theme: preferredTheme(), accentColor: null },
  )
  document.documentElement.dataset.colorScheme = colorScheme
  for (const [token, color] of Object.entries(tokens))
    document.documentElement.style.setProperty(`--${token}`, color)

  const picture = app ? [tile(app)] : []
  const title = element('h1', styles.title, heading)
  const sentence = element('p', styles.sentence, say('shell.loading'))
  const problem = element('p', styles.problem)
  problem.setAttribute('role', 'alert')
  const button = element('button', styles.button)
  button.type = 'button'
  button.hidden = true
  const foot = element('footer', styles.foot)
  foot.append(lock(), say('shell.walletOrigin', { host: location.host }))
  const main = element('main', styles.page)
  main.append(...picture, title, sentence, problem, button, foot)
  root.replaceChildren(main)

  return {
    title(text) {
      title.textContent = text
    },
    say(text) {
      sentence.textContent = text
    },
    offer(label, go) {
      button.textContent = label
      button.hidden = false
      button.focus()
      button.onclick = () => {
        problem.textContent = ''
        button.disabled = true
        void go().finally(() => {
          button.disabled = false
        })
      }
    },
    fail(message) {
      problem.textContent = message
    },
    end(message) {
      const alert = element('div', styles.lost)
      alert.setAttribute('role', 'alert')
      main.replaceChildren(...picture, alert, foot)
      // Spoken as a change of what is there.
      alert.append(element('h1', styles.title, message))
    },
  }
}

const preferredTheme = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** The app's picture; without one that loads, the first letter of its name. */
function tile({ icon_url: icon, name }: AppConfig): HTMLElement {
  const letter = element('span', styles.tile, [...name.trim()][0]?.toLocaleUpperCase())
  letter.ariaHidden = 'true'
  if (icon === null) return letter
  const picture = element('img', styles.tile)
  picture.alt = ''
  picture.addEventListener('error', () => picture.replaceWith(letter))
  picture.src = icon
  return picture
}

/** As `LockIcon` draws it. */
function lock(): Element {
  const svg = (name: string, attributes: Readonly<Record<string, string>>, ...children: Element[]) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.append(...children)
    return made
  }
  return svg(
    'svg',
    { 'aria-hidden': 'true', class: styles.lock ?? '', viewBox: '0 0 20 20' },
    svg('rect', { height: '8', rx: '2', width: '11', x: '4.5', y: '8.75' }),
    svg('path', { d: 'M7 8.75V6.5a3 3 0 0 1 6 0v2.25' }),
  )
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className ?? ''
  made.textContent = text
  return made
}
