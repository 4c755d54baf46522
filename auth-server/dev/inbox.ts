import { desc, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { devInbox } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { escapeHtml } from '../html/escape.ts'
import { pagePolicy, renderPage } from '../html/page.ts'
import { openRoute, type Route } from '../http/route.ts'
import { sayTime } from '../words/account-notice.ts'

const SHOWN = 100

const INBOX = { origin: 'own-machine', limit: 'none' } as const

/** Reads the page again when something came, so that what is open stays open until then. Always the same, named by its hash. */
const WATCH = `
{
  const last = document.querySelector('ol').dataset.last
  setInterval(async () => {
    try {
      const [first] = await (await fetch('/dev/inbox.json')).json()
      if (first && String(first.id) !== last) location.reload()
    } catch {}
  }, 2000)
}
`

const PAGE_HEADERS = { 'Content-Security-Policy': pagePolicy({ script: WATCH, mayCall: true, frames: true }) }

/** A mail's own styles and pictures, as a mail program has them; no script, no origin, and nobody's frame but the inbox's. */
const MAIL_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src https:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
}

/** `/dev/inbox`: what a development server would have sent, told at this machine alone. Mounted only when `VITRINE_DEV=1`. */
export const inboxRoutes = (ctx: Context): readonly Route[] => [
  openRoute('GET /inbox.json', INBOX, async c => c.json(await readInbox(ctx))),

  openRoute('GET /inbox', INBOX, async c => {
    const messages = await readInbox(ctx)
    const page = renderPage({
      title: 'Development inbox',
      language: 'en',
      origin: ctx.settings.origin,
      isWide: true,
      body: `<h1>Development inbox</h1>
<p>${messages.length === 0 ? 'Nothing yet. Codes that this server sends appear here.' : 'What this server would have sent, newest first.'}</p>
<ol data-last="${messages[0]?.id ?? ''}">${messages.map(renderMessage).join('\n')}</ol>
<script>${WATCH}</script>`,
    })
    return c.html(page, 200, PAGE_HEADERS)
  }),

  openRoute('GET /inbox/:id', INBOX, async c => {
    const id = Number(c.req.param('id'))
    const [mail] = Number.isSafeInteger(id)
      ? await ctx.db.select({ html: devInbox.html }).from(devInbox).where(eq(devInbox.id, id))
      : []
    if (!mail?.html) throw apiError('not_found', 'There is no such mail.')
    return c.html(mail.html, 200, MAIL_HEADERS)
  }),
]

type Message = Awaited<ReturnType<typeof readInbox>>[number]

/** The newest stands open. */
function renderMessage(
  { id, channel, to, subject, text, code, at, hasHtml }: Message,
  place: number,
): string {
  const title = escapeHtml(subject ?? 'Message')
  const shown = hasHtml
    ? `<iframe loading="lazy" sandbox src="/dev/inbox/${id}" title="${title}"></iframe>`
    : `<pre dir="auto">${escapeHtml(text)}</pre>`
  return `<li>
<p><small>${escapeHtml(channel)} to</small> <b>${escapeHtml(to)}</b> <time datetime="${at}">${escapeHtml(sayTime(Date.parse(at), 'en'))}</time></p>
${code ? `<p><strong>${escapeHtml(code)}</strong></p>` : ''}
<details${place === 0 ? ' open' : ''}><summary>${title}</summary>${shown}</details>
${hasHtml ? `<p><a href="/dev/inbox/${id}" rel="noreferrer" target="_blank"><small>Open in a new tab</small></a></p>\n<details><summary>As text</summary><pre dir="auto">${escapeHtml(text)}</pre></details>` : ''}
</li>`
}

/** Newest first. `at` is ISO 8601. */
async function readInbox({ db }: Context) {
  const rows = await db.select().from(devInbox).orderBy(desc(devInbox.id)).limit(SHOWN)
  return rows.map(({ id, channel, recipient, subject, body, html, code, createdAt }) => ({
    id,
    channel,
    to: recipient,
    ...(subject === null ? {} : { subject }),
    text: body,
    hasHtml: html !== null,
    code,
    at: createdAt.toISOString(),
  }))
}
