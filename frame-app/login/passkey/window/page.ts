import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { themeOf } from '../../../ui/theme.ts'
import { say } from '../../../words/say.ts'
import type { ToWindow } from '../window-messages.ts'
import styles from './page.module.css'

export interface Page {
  /** Shows what is asked and for whom; the button's click does it. */
  ask(task: ToWindow, go: () => Promise<void>): void
  fail(message: string): void
  /** Says this and nothing else: there is nothing more to do here. */
  end(message: string): void
}

/** The window's one screen. Text nodes only: names are not markup. No React: it would be larger than all the rest. */
export function showPage(root: HTMLElement, app: AppConfig): Page {
  const { colorScheme, tokens } = themeOf({ theme: app.theme, accentColor: app.accent_color })
  document.documentElement.dataset.colorScheme = colorScheme
  for (const [token, color] of Object.entries(tokens))
    document.documentElement.style.setProperty(`--${token}`, color)

  const picture = tile(app)
  const title = element('h1', styles.title, say('passkey.title'))
  const sentence = element('p', styles.sentence, say('shell.loading'))
  const problem = element('p', styles.problem)
  problem.setAttribute('role', 'alert')
  const button = element('button', styles.button)
  button.type = 'button'
  button.hidden = true
  const foot = element('footer', styles.foot)
  foot.append(lock(), say('shell.walletOrigin', { host: location.host }))
  const main = element('main', styles.page)
  main.append(picture, title, sentence, problem, button, foot)
  root.replaceChildren(main)

  return {
    ask({ site, ceremony }, go) {
      sentence.textContent = say('passkey.windowSentence', { site: new URL(site).host })
      button.textContent = say(ceremony.kind === 'create' ? 'passkey.signUp' : 'passkey.logIn')
      button.hidden = false
      button.focus()
      button.addEventListener('click', () => {
        problem.textContent = ''
        button.disabled = true
        void go().finally(() => {
          button.disabled = false
        })
      })
    },
    fail(message) {
      problem.textContent = message
    },
    end(message) {
      const alert = element('div', styles.lost)
      alert.setAttribute('role', 'alert')
      main.replaceChildren(picture, alert, foot)
      // Spoken as a change of what is there.
      alert.append(element('h1', styles.title, message))
    },
  }
}

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
