import { MEASURES, PAGE, PALETTE } from '@vitrine/shared/look/palette.ts'

/** The wallet's typeface, from the frame's build: `frame/files.ts`. */
export const TYPEFACE_PATH = '/vitrine-sans.woff2'

const variables = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/**
 * The look of the pages that the server itself writes: the frame's card, in both colour schemes, with no script. Where the card
 * is as wide as the window (a phone, the site's dialog) it fills it.
 */
export const STYLE = `
@font-face{font-family:"Vitrine Sans";src:url(${TYPEFACE_PATH}) format("woff2");font-weight:100 900;font-display:swap}
:root{color-scheme:light dark;${variables({ page: PAGE.light, ...PALETTE.light, ...MEASURES })}}
@media (prefers-color-scheme:dark){:root{${variables({ page: PAGE.dark, ...PALETTE.dark })}}}
*{box-sizing:border-box}
body{display:grid;grid-template-columns:minmax(0,1fr);align-content:center;min-height:100dvh;margin:0;padding:2rem 1rem;background:var(--page);color:var(--text);font:400 0.9375rem/1.5 "Vitrine Sans",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
main{width:100%;max-width:var(--card);margin:0 auto;padding:2rem 1.5rem 1rem;background:var(--surface);border:1px solid var(--border);border-radius:var(--radius-card);text-align:center}
main.wide{max-width:40rem}
.mark{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 auto 1rem;background:var(--surface-raised);border-radius:var(--radius-row)}
h1{text-wrap:balance;margin:0 0 .5rem;font-size:1.25rem;font-weight:600;line-height:1.3}
:lang(ja){word-break:auto-phrase}
h2{margin:0 0 .25rem;font-size:.9375rem;font-weight:600}
p{margin:0 0 1rem;color:var(--text-muted);text-wrap:pretty}
strong,b{color:var(--text);font-weight:600}
a{color:inherit}
code,pre{font:400 .75rem/1.6 ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace}
small code{font-size:.7rem}
pre{margin:0 0 1rem;padding:.75rem;background:var(--surface-raised);border-radius:var(--radius-tile);color:var(--text);text-align:left;white-space:pre-wrap;overflow-wrap:break-word}
small,time,summary{font-size:.8125rem;color:var(--text-muted)}
section{margin:1.5rem 0 0;padding:1rem 0 0;border-top:1px solid var(--border)}
[hidden]{display:none!important}
ol{list-style:none;margin:0;padding:0;text-align:start}
li{padding:1rem 0;border-top:1px solid var(--border)}
li p{margin:0 0 .25rem}
li strong{font-size:1.5rem;letter-spacing:.25em;font-variant-numeric:tabular-nums}
summary{cursor:pointer}
details pre{margin:.5rem 0 0}
iframe{display:block;width:100%;height:36rem;margin:.5rem 0;border:1px solid var(--border);border-radius:var(--radius-row)}
.button,button{display:block;width:100%;min-height:3rem;margin:0 0 1rem;padding:.75rem 1.25rem;border:0;border-radius:var(--radius-row);background:var(--accent);color:var(--accent-contrast);font:inherit;font-weight:550;text-align:center;text-decoration:none;text-wrap:balance;cursor:pointer}
button.danger{background:var(--danger);color:var(--surface)}
button:disabled{background:var(--surface-raised);color:var(--text-muted);cursor:default}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
footer{display:flex;align-items:center;justify-content:center;gap:.375rem;margin-top:1.5rem;color:var(--text-muted);font-size:.75rem}
footer svg{flex:none;width:1.2em;height:1.2em}
.mark svg{width:50%;height:50%}
@media (max-height:32rem){.mark{display:none}}
@media (max-width:26rem){body{padding:0;background:var(--surface)}main{border:0;border-radius:0}}
`
