import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { PinnedOrigin } from './host-origin.ts'

type NamedApp = Pick<AppConfig, 'id' | 'name'>
type Reason = Extract<PinnedOrigin, { ok: false }>['reason']

const TEXT: Record<Reason, (app: NamedApp) => readonly [string, string]> = {
  'top-level': app => [
    `This is the login and wallet of ${app.name}.`,
    'It opens inside a site that uses it. Go to that site and log in there.',
  ],
  unlisted: app => [
    'This site may not use this wallet.',
    `Its origin is not in the allowed origins of the app ${app.id}. The operator adds it with: npm run vitrine -- app edit ${app.id}`,
  ],
  mismatch: () => [
    'This site may not use this wallet.',
    'The page around this frame is not the page that asked for it.',
  ],
}

/** Says in plain text why there is no wallet here. Text nodes only: the app's name is not markup. */
export function showPlainPage(root: HTMLElement, reason: Reason, app: NamedApp): void {
  const [title, detail] = TEXT[reason](app)
  const heading = document.createElement('h1')
  heading.textContent = title
  const paragraph = document.createElement('p')
  paragraph.textContent = detail
  const main = document.createElement('main')
  Object.assign(main.style, {
    font: '16px/1.5 system-ui',
    maxWidth: '36rem',
    margin: '4rem auto',
    padding: '0 1rem',
  })
  heading.style.fontSize = '1.25rem'
  main.append(heading, paragraph)
  root.replaceChildren(main)
}
