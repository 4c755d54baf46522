import { UNDO_OUTCOMES } from '@vitrine/shared/api/account-undo.ts'
import type { Hono } from 'hono'
import { escapeHtml } from '../html/escape.ts'
import { MARK, pagePolicy, renderPage } from '../html/page.ts'
import { nameInMessage } from '../messages/name-in-message.ts'
import { type Language, languageOf } from '../words/language.ts'
import { UNDO_WORDS } from '../words/undo.ts'

/** Longer than any name, and too short for a story. */
const NAME_LENGTH = 60

/** The link of a notice: it shows a page with a button, and the button acts. */
export const UNDO_PATH = '/account/undo'

/**
 * Sends the link's secret when the button is pressed, and shows what came of it. Always the same text, named by its hash. The
 * button comes on 400 ms after anything has happened around it, as Approve does (`frame-app/ui/approval-guard.ts`), and takes no
 * second click of a double click: a page that opens this one, or closes a window before it, shall not have it pressed.
 */
const ACT = `{const b=document.querySelector('button'),p=new URLSearchParams(location.search);let k,d;const a=()=>{if(d)return;b.disabled=true;clearTimeout(k);k=setTimeout(()=>{b.disabled=false},400)};for(const n of['focus','blur','resize','pageshow'])addEventListener(n,a);document.addEventListener('visibilitychange',a);a();b.addEventListener('click',async e=>{if(!e.isTrusted||e.detail>1)return;d=b.disabled=true;let o='failed';try{const r=await fetch('/api/v1/account/undo',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({token:p.get('token')||'',app:p.get('app')||undefined})});o=(await r.json()).outcome||o}catch{}const s=document.getElementById(o)||document.getElementById('failed');document.title=s.querySelector('h1').textContent;document.getElementById('content').replaceChildren(...s.childNodes)})}`

/** Nobody frames it, it runs one script and calls this origin alone. The link's secret goes to no other page. */
export const UNDO_HEADERS = {
  'Content-Security-Policy': pagePolicy({ script: ACT, mayCall: true }),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const

/** Of the frame server: what the API process answers is no document of the wallet origin. */
export function mountUndo(
  server: Hono,
  origin: string,
  readAppName: (appId: string) => Promise<string | undefined>,
): void {
  server.get(UNDO_PATH, async c => {
    const language = languageOf(c.req.header('accept-language'))
    const appName = await nameOf(c.req.query('app'))
    return c.html(renderUndo(language, origin, appName), 200, UNDO_HEADERS)
  })

  /** An alarm waits for no name: without the API process it has none. */
  async function nameOf(appId: string | undefined): Promise<string | null> {
    if (!appId) return null
    const name = await readAppName(appId.slice(0, 64)).catch(() => undefined)
    return name === undefined ? null : nameInMessage(name, NAME_LENGTH)
  }
}

/**
 * Asks before anything is done: programs that look into mail follow links, and press no button. Of what the asker sent it
 * has nothing: the name is an operator's, and the button does nothing in another app (`undo.ts`).
 */
function renderUndo(language: Language, origin: string, appName: string | null): string {
  const { title, account, question, button, isYou, outcomeTitle, outcome } = UNDO_WORDS[language]
  const results = [...UNDO_OUTCOMES, 'failed' as const].map(
    it => `<div id="${it}" hidden>${MARK}${heading(outcomeTitle[it])}<p>${escapeHtml(outcome[it])}</p></div>`,
  )
  const body = `${MARK}
${heading(title)}
${appName === null ? '' : `<p><strong>${escapeHtml(account(appName))}</strong></p>\n`}<p>${escapeHtml(question)}</p>
<button class="danger" disabled>${escapeHtml(button)}</button>
<p><small>${escapeHtml(isYou)}</small></p>
${results.join('\n')}
<script>${ACT}</script>`
  return renderPage({ title, body, language, origin })
}

const heading = (text: string) => `<h1>${escapeHtml(text)}</h1>`
