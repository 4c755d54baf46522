import { webOrigin } from '@vitrine/shared/config/web-origin.ts'
import type { Hono } from 'hono'
import { MANIFEST_PATH } from '../frame-build/manifest.ts'
import { escapeHtml } from '../html/escape.ts'
import { MARK, pagePolicy, renderPage } from '../html/page.ts'
import { HOME_WORDS } from '../words/home.ts'
import { type Language, languageOf } from '../words/language.ts'
import type { FrameContext } from './context.ts'
import { wantsPage } from './error-page.ts'
import { describeRunning } from './process-routes.ts'
import { RECOVERY_PATH, readRecoveryHash } from './recovery-file.ts'
import { createFileStore } from './static-file.ts'

/**
 * Shows whose sessions this origin's storage has, as the frame last wrote them (`frame-app/session/storage.ts`). Browsers keep
 * that storage apart for each site that embeds the wallet: only on a site of the wallet's own is there something to find. It reads
 * no token, asks only what anybody may know of an app, and writes text. Always the same, named by its hash.
 */
const SHOW = `
{
  const row = document.getElementById('account').content
  const show = async key => {
    const user = JSON.parse(localStorage.getItem(key))
    const id = key.slice(16)
    if (!localStorage.getItem('vitrine:token:' + id)) return
    const app = await (await fetch('/api/v1/apps/' + encodeURIComponent(id))).json()
    const came = document.referrer && new URL(document.referrer).origin
    const sites = app.allowed_domains
    const site = new URL(
      sites.find(it => it === came) ||
        sites.find(it => new URL(it).hostname === location.hostname) ||
        sites[0],
    )
    if (!/^https?:$/.test(site.protocol)) return
    const it = row.cloneNode(true)
    const h2 = it.querySelector('h2')
    h2.textContent = h2.textContent.replace('{app}', () => app.name)
    const address = a =>
      a.type === 'wallet'
        ? a.address.slice(0, 5) + '…' + a.address.slice(-4)
        : a.address || a.phoneNumber || ''
    it.querySelector('bdi').textContent = user.linked_accounts.map(address).filter(Boolean).join(' · ')
    const link = it.querySelector('a')
    link.href = site.origin
    link.textContent = link.textContent.replace('{host}', site.host)
    document.getElementById('nobody').hidden = true
    const back = document.getElementById('back')
    if (back && back.href === link.href) back.hidden = true
    document.getElementById('accounts').append(it)
  }
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('vitrine:session:')) show(key).catch(() => {})
  } catch {}
}
`

const HEADERS = {
  'Content-Security-Policy': pagePolicy({ script: SHOW, mayCall: true }),
  'Cache-Control': 'no-store',
} as const

/** `GET /`: what this origin is, for a person who comes upon it; as JSON, what runs there, for a program that asks for that. */
export function mountHome(server: Hono, { settings, readBuild }: FrameContext): void {
  const files = createFileStore()
  server.get('/', async c => {
    const running = await describeRunning(readBuild)
    c.header('Vary', 'Accept, Accept-Language')
    if (!wantsPage(c.req.header('accept')) && c.req.header('accept')?.includes('application/json'))
      return c.json({ ...running, manifest: MANIFEST_PATH }, 200, { 'Cache-Control': 'no-store' })
    const from = siteOf(c.req.header('referer'), settings.origin)
    const language = languageOf(c.req.header('accept-language'))
    const recoveryHash = await readRecoveryHash(settings.distDir, files)
    return c.html(renderHome(from, language, settings.origin, { recoveryHash, running }), 200, HEADERS)
  })
}

/**
 * The site whose link led here, as the browser names it. Its origin alone: the rest of an address is text that its author chose.
 * It is no word of ours on that site.
 */
function siteOf(referrer: string | undefined, own: string): URL | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { origin } = new URL(referrer)
  return origin !== own && webOrigin.safeParse(origin).success ? new URL(origin) : null
}

type Running = Awaited<ReturnType<typeof describeRunning>>

/** What runs here, for who compares it with a release (`docs/operating.md`). */
const renderRunning = (words: (typeof HOME_WORDS)[Language], { version, build }: Running): string =>
  `<section>
<h2 dir="ltr">${escapeHtml(words.software(version))}</h2>
${
  build === undefined
    ? `<p>${escapeHtml(words.softwareUnknown)}</p>`
    : `<p>${escapeHtml(words.softwareWhat)}</p>
<p><a href="${MANIFEST_PATH}">${escapeHtml(words.softwareFiles)}</a></p>
<p><small><code dir="ltr">${escapeHtml(build)}</code></small></p>`
}
</section>`

function renderHome(
  from: URL | null,
  language: Language,
  origin: string,
  { recoveryHash, running }: { readonly recoveryHash: string | null; readonly running: Running },
): string {
  const words = HOME_WORDS[language]
  const body = `${MARK}
<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(words.what)}</p>
${
  from
    ? `<p>${escapeHtml(words.from)} <strong><bdi>${escapeHtml(from.host)}</bdi></strong></p>
<a class="button" id="back" href="${escapeHtml(from.origin)}" rel="noreferrer">${escapeHtml(words.back(from.host))}</a>`
    : ''
}
<div id="accounts"></div>
<p id="nobody"><small>${escapeHtml(words.nobody)}</small></p>
${
  recoveryHash === null
    ? ''
    : `<section>
<h2>${escapeHtml(words.recovery)}</h2>
<p>${escapeHtml(words.recoveryWhat)}</p>
<p><a href="${RECOVERY_PATH}" download>${escapeHtml(words.recoveryFile)}</a></p>
<p><small>SHA-256 <code dir="ltr">${recoveryHash}</code></small></p>
</section>`
}
${renderRunning(words, running)}
<template id="account"><section>
<h2>${escapeHtml(words.loggedIn)}</h2>
<p><bdi></bdi></p>
<a class="button" rel="noreferrer">${escapeHtml(words.open)}</a>
</section></template>
<script>${SHOW}</script>`
  return renderPage({ title: words.title, body, language, origin })
}
