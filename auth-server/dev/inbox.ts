import { desc } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { devInbox } from '../database/schema.ts'
import { escapeHtml } from '../html/escape.ts'
import { pagePolicy, renderPage } from '../html/page.ts'
import { openRoute, type Route } from '../http/route.ts'

const SHOWN = 100
const REFRESH_S = 2

const INBOX = { origin: 'own-machine', limit: 'none' } as const

/** `/dev/inbox`: what a development server would have sent, told at this machine alone. Mounted only when `VITRINE_DEV=1`. */
export const inboxRoutes = (ctx: Context): readonly Route[] => [
  openRoute('GET /inbox.json', INBOX, async c => c.json(await readInbox(ctx))),

  openRoute('GET /inbox', INBOX, async c => {
    const messages = await readInbox(ctx)
    const list = messages.map(
      ({ channel, to, subject, text, code, at }) => `<li>
<p><small>${escapeHtml(channel)} to</small> <b>${escapeHtml(to)}</b> <time>${escapeHtml(at)}</time></p>
${code ? `<p><strong>${escapeHtml(code)}</strong></p>` : ''}
<details><summary>${escapeHtml(subject ?? 'Message')}</summary><pre dir="auto">${escapeHtml(text)}</pre></details>
</li>`,
    )
    const page = renderPage({
      title: 'Development inbox',
      language: 'en',
      origin: ctx.settings.origin,
      isWide: true,
      head: `<meta http-equiv="refresh" content="${REFRESH_S}">\n`,
      body: `<h1>Development inbox</h1>
<p>${list.length === 0 ? 'Nothing yet. Codes that this server sends appear here.' : 'What this server would have sent, newest first.'}</p>
<ol>${list.join('\n')}</ol>`,
    })
    return c.html(page, 200, { 'Content-Security-Policy': pagePolicy() })
  }),
]

/** Newest first. `at` is ISO 8601. */
async function readInbox({ db }: Context) {
  const rows = await db.select().from(devInbox).orderBy(desc(devInbox.id)).limit(SHOWN)
  return rows.map(({ channel, recipient, subject, body, code, createdAt }) => ({
    channel,
    to: recipient,
    ...(subject === null ? {} : { subject }),
    text: body,
    code,
    at: createdAt.toISOString(),
  }))
}
