import { UNDO_OUTCOMES } from '@vitrine/shared/api/account-undo.ts'
import type { Hono } from 'hono'
import { escapeHtml } from '../html/escape.ts'
import { MARK, pagePolicy, renderPage } from '../html/page.ts'
import { type Language, languageOf } from '../words/language.ts'
import { UNDO_WORDS } from '../words/undo.ts'

/** The link of a notice: it shows a page with a button, and the button acts. */
export const UNDO_PATH = '/account/undo'

/**
 * Sends the link's secret when the button is pressed, and shows what came of it. Always the same text, named by its hash. The
 * button comes on 400 ms after anything has happened around it, as Approve does (`frame-app/ui/approval-guard.ts`), and takes no
 * second click of a double click: a page that opens this one, or closes a window before it, shall not have it pressed.
 */
const ACT = `{const b=document.querySelector('button');let k,d;const a=()=>{if(d)return;b.disabled=true;clearTimeout(k);k=setTimeout(()=>{b.disabled=false},400)};for(const n of['focus','blur','resize','pageshow'])addEventListener(n,a);document.addEventListener('visibilitychange',a);a();b.addEventListener('click',async e=>{if(!e.isTrusted||e.detail>1)return;d=b.disabled=true;let o='failed';try{const r=await fetch('/api/v1/account/undo',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({token:new URLSearchParams(location.search).get('token')||''})});o=(await r.json()).outcome||o}catch{}const s=document.getElementById(o)||document.getElementById('failed');document.title=s.querySelector('h1').textContent;document.getElementById('content').replaceChildren(...s.childNodes)})}`

/** Nobody frames it, it runs one script and calls this origin alone. The link's secret goes to no other page. */
export const UNDO_HEADERS = {
  'Content-Security-Policy': pagePolicy({ script: ACT, mayCall: true }),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const

/** Of the frame server: what the API process answers is no document of the wallet origin. */
export function mountUndo(server: Hono, origin: string): void {
  server.get(UNDO_PATH, c =>
    c.html(renderUndo(languageOf(c.req.header('accept-language')), origin), 200, UNDO_HEADERS),
  )
}

/**
 * Asks before anything is done: programs that look into mail follow links, and press no button. Of what the asker sent it
 * has nothing.
 */
function renderUndo(language: Language, origin: string): string {
  const { title, question, button, isYou, outcomeTitle, outcome } = UNDO_WORDS[language]
  const results = [...UNDO_OUTCOMES, 'failed' as const].map(
    it => `<div id="${it}" hidden>${MARK}${heading(outcomeTitle[it])}<p>${escapeHtml(outcome[it])}</p></div>`,
  )
  const body = `${MARK}
${heading(title)}
<p>${escapeHtml(question)}</p>
<button class="danger" disabled>${escapeHtml(button)}</button>
<p><small>${escapeHtml(isYou)}</small></p>
${results.join('\n')}
<script>${ACT}</script>`
  return renderPage({ title, body, language, origin })
}

const heading = (text: string) => `<h1>${escapeHtml(text)}</h1>`
