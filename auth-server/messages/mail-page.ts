import { MEASURES, PAGE, PALETTE } from '@vitrine/shared/look/palette.ts'
import { escapeHtml } from '../html/escape.ts'
import type { SaidRow } from '../words/asked-from.ts'
import type { Language } from '../words/language.ts'
import { PAGE_WORDS } from '../words/pages.ts'

/** What every mail has around what it says. */
export interface MailPage {
  readonly language: Language
  /** Of the site; one line, see `name-in-message.ts`. */
  readonly appName: string
  /** The site's picture, over https. Mail programs block pictures at first: its letter then stands there. */
  readonly icon: string | undefined
  /** Text. */
  readonly title: string
  /** HTML, made of escaped parts by `mailParts`. */
  readonly body: string
  /** The wallet origin. */
  readonly origin: string
}

const { light, dark } = PALETTE

/**
 * Colours by class. Mail programs that know no style sheet have the light ones from the elements. Without `#`: digits of a colour
 * are not to be taken for the code by who looks for six.
 */
const scheme = (page: string, colors: typeof light | typeof dark) =>
  `.page{background:${rgb(page)}!important}.card{background:${rgb(colors.surface)}!important}.text{color:${rgb(colors.text)}!important}.muted{color:${rgb(colors['text-muted'])}!important}.well{background:${rgb(colors['surface-raised'])}!important;color:${rgb(colors.text)}!important}.danger{background:${rgb(colors.danger)}!important;color:${rgb(colors.surface)}!important}`

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${scheme(PAGE.dark, dark)}}`

const COLORS = {
  page: `background:${rgb(PAGE.light)}`,
  card: `background:${rgb(light.surface)}`,
  text: `color:${rgb(light.text)}`,
  muted: `color:${rgb(light['text-muted'])}`,
  well: `background:${rgb(light['surface-raised'])};color:${rgb(light.text)}`,
  danger: `background:${rgb(light.danger)};color:${rgb(light.surface)}`,
} as const

/** Class and style of an element, for programs with and without style sheets. */
const look = (color: keyof typeof COLORS, style: string) =>
  `class="${color}" style="${COLORS[color]};${style}"`

const FONT = "-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"

/** Parts of a mail's body. Each takes text and escapes it. */
export const mailParts = {
  lead: (text: string) => paragraph('muted', text, 'margin:0 0 20px;font-size:15px;line-height:1.5'),
  text: (text: string) => paragraph('text', text, 'margin:0 0 16px;font-size:15px;line-height:1.5'),
  small: (text: string) => paragraph('muted', text, 'margin:0 0 12px;font-size:13px;line-height:1.5'),
  /** Left to right in every language, as the field it is typed into. */
  code: (code: string) =>
    `<p ${look('well', `margin:0 0 20px;padding:18px 0;border-radius:${MEASURES['radius-row']};font:600 36px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px;text-indent:8px;text-align:center;unicode-bidi:isolate`)} dir="ltr">${escapeHtml(code)}</p>`,
  button: (text: string, url: string) =>
    `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" ${look('danger', `display:block;padding:14px 20px;border-radius:${MEASURES['radius-row']};font-size:15px;font-weight:600;text-decoration:none`)}>${escapeHtml(text)}</a></p>`,
  /** Words of ours, in their language's direction: `Firefox على Linux` begins at the right. */
  rows: (rows: readonly SaidRow[]) =>
    rows.length === 0
      ? ''
      : `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 12px;font-size:13px;line-height:1.5">${rows
          .map(
            ([name, value]) =>
              `<tr><td ${look('muted', 'padding:2px 0;text-align:start')}>${escapeHtml(name)}</td><td ${look('text', 'padding:2px 0;text-align:end')}>${escapeHtml(value)}</td></tr>`,
          )
          .join('')}</table>`,
} as const

function paragraph(color: 'text' | 'muted', text: string, style: string): string {
  return `<p ${look(color, `${style};overflow-wrap:anywhere`)}>${escapeHtml(text)}</p>`
}

/** A whole mail: the card of the wallet's pages, with the site's name and picture above and the wallet's host in the foot. */
export function renderMail({ language, appName, icon, title, body, origin }: MailPage): string {
  const { direction, foot } = PAGE_WORDS[language]
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body ${look('page', `margin:0;padding:0;font-family:${FONT}`)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${look('page', 'width:100%')}><tr><td align="center" style="padding:32px 16px">
<div ${look('card', `max-width:380px;margin:0 auto;padding:32px 24px 20px;border-radius:${MEASURES['radius-card']};text-align:center`)} dir="${direction}" role="main">
${tile(appName, icon)}
<p ${look('muted', 'margin:0 0 16px;font-size:13px;line-height:1.5;overflow-wrap:anywhere')}>${escapeHtml(appName)}</p>
<h1 ${look('text', 'margin:0 0 8px;font-size:20px;font-weight:600;line-height:1.3;overflow-wrap:anywhere')}>${escapeHtml(title)}</h1>
${body}
<p ${look('muted', 'margin:20px 0 0;font-size:12px;line-height:1.5')}>${LOCK} ${escapeHtml(foot(new URL(origin).host))}</p>
</div>
</td></tr></table>
</body>
</html>
`
}

/** Of lines: mail programs drop pictures in markup, and not each has a font with a lock. */
const LOCK =
  '<span aria-hidden="true" style="display:inline-block;vertical-align:-1px;margin:0 3px;line-height:0"><span style="display:block;width:5px;height:4px;margin:0 auto;border:1.5px solid;border-bottom:0;border-radius:4px 4px 0 0"></span><span style="display:block;width:9px;height:6px;border:1.5px solid;border-radius:2px"></span></span>'

/** The name stands beside it: the picture itself says nothing more. */
function tile(appName: string, icon: string | undefined): string {
  const letter = escapeHtml([...appName][0]?.toUpperCase() ?? '')
  const style = `width:48px;height:48px;margin:0 auto 8px;border-radius:${MEASURES['radius-tile']};font-size:22px;font-weight:600;line-height:48px;text-align:center`
  return icon === undefined
    ? `<div ${look('well', style)} aria-hidden="true">${letter}</div>`
    : `<img src="${escapeHtml(icon)}" alt="${letter}" width="48" height="48" ${look('well', `display:block;${style}`)}>`
}

/** `#rrggbb` → `rgb(r,g,b)`. */
function rgb(hex: string): string {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return `rgb(${channel(1)},${channel(3)},${channel(5)})`
}

/** Rows, as lines of a mail's text. */
export const mailRows = (rows: readonly SaidRow[]): readonly string[] =>
  rows.map(([name, value]) => `${name}: ${value}`)

/** The last line of a mail's text. */
export const mailFoot = (language: Language, origin: string): string =>
  PAGE_WORDS[language].foot(new URL(origin).host)
