import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { themeOf } from '../../../ui/theme.ts'
import { say } from '../../../words/say.ts'
import type { ToWindow } from '../window-messages.ts'
import styles from './page.module.css'

export interface Page {
  /** Shows what is asked and for whom; the button's click does it. */
  ask(task: ToWindow, go: () => Promise<void>): void
  fail(message: string): void
}

/** The window's one screen. Text nodes only: names are not markup. No React: it would be larger than all the rest. */
export function showPage(root: HTMLElement, app: AppConfig): Page {
  const { colorScheme, tokens } = themeOf({ theme: app.theme, accentColor: app.accent_color })
  document.documentElement.dataset.colorScheme = colorScheme
  for (const [token, color] of Object.entries(tokens))
    document.documentElement.style.setProperty(`--${token}`, color)

  const title = element('h1', styles.title, say('passkey.title'))
  const sentence = element('p', styles.sentence, say('shell.loading'))
  const problem = element('p', styles.problem)
  problem.setAttribute('role', 'alert')
  const button = element('button', styles.button)
  button.type = 'button'
  button.hidden = true
  const foot = element('p', styles.foot, say('shell.walletOrigin', { host: location.host }))
  const main = element('main', styles.page)
  main.append(title, sentence, problem, button, foot)
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
  }
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
