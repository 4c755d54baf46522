import { createHash } from 'node:crypto'

/** The look of the plain pages that the server itself writes: calm, both colour schemes, no script, no request. */
const STYLE = `
:root{color-scheme:light dark;--page:#f4f4f3;--card:#fff;--text:#1c1c1a;--muted:#6b6b67;--line:#e4e4e1}
@media (prefers-color-scheme:dark){:root{--page:#141413;--card:#1e1e1c;--text:#f1f1ee;--muted:#a2a29c;--line:#33332f}}
*{box-sizing:border-box}
body{margin:0;padding:32px 16px;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:560px;margin:0 auto;padding:28px;background:var(--card);border:1px solid var(--line);border-radius:16px}
h1{margin:0 0 12px;font-size:20px;line-height:1.3}
p{margin:0 0 12px}
p:last-child,main>p:last-of-type{margin-bottom:0}
code,pre{font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{margin:0 0 12px;padding:12px;border:1px solid var(--line);border-radius:8px;white-space:pre-wrap}
small,time{color:var(--muted)}
ol{list-style:none;margin:0;padding:0}
li{padding:16px 0;border-top:1px solid var(--line)}
form{margin:0 0 12px}
button{font:inherit;font-weight:600;margin:8px 0 4px;padding:12px 20px;text-wrap:balance;border:0;border-radius:12px;background:#b3261e;color:#fff;cursor:pointer}
button:disabled{background:var(--line);color:var(--muted);cursor:default}
button:focus-visible{outline:2px solid var(--text);outline-offset:2px}
li strong{font-size:24px;letter-spacing:4px;font-variant-numeric:tabular-nums}
`

/** CSP source of the one inline style. */
export const PAGE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

interface Reader {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
}

/** A whole document. @param title text, escaped by the caller. @param body HTML, made of escaped parts. */
export function renderPage(
  title: string,
  body: string,
  head = '',
  { language, direction }: Reader = { language: 'en', direction: 'ltr' },
): string {
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}
