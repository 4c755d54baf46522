import type { CallbackBoot, FrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { escapeHtml } from '../html/escape.ts'
import type { FrameFiles } from './manifest.ts'

/** The frame's HTML: the app's public config inlined, one module script, nothing inline that runs. */
export const renderFrame = (boot: FrameBoot, files: FrameFiles): string => render(boot, boot.app.name, files)

/** The HTML of a page that is no app's. */
export const renderCallback = (boot: CallbackBoot, files: FrameFiles): string =>
  render(boot, 'Vitrine', files)

/** The HTML of the secrets document. It is told everything by the frame, and holds nothing of the app but its name. */
export const renderSecrets = (name: string, files: FrameFiles): string => render(null, name, files)

function render(boot: object | null, title: string, files: FrameFiles): string {
  const links = [
    ...files.preload.map(path => `<link rel="modulepreload" href="${escapeHtml(path)}">`),
    ...files.styles.map(path => `<link rel="stylesheet" href="${escapeHtml(path)}">`),
    ...files.beside.scripts.map(
      path => `<link rel="modulepreload" href="${escapeHtml(path)}" fetchpriority="low">`,
    ),
    ...files.beside.styles.map(
      path => `<link rel="preload" as="style" crossorigin href="${escapeHtml(path)}" fetchpriority="low">`,
    ),
    // Nothing yet: the kernel has them fetched, so that what `ready` needs comes first.
    ...[...files.soon.scripts, ...files.soon.styles].map(path => `<link data-soon="${escapeHtml(path)}">`),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${boot ? `<script type="application/json" id="vitrine-boot">${escapeJson(boot)}</script>\n` : ''}${links.map(link => `${link}\n`).join('')}<script type="module" src="${escapeHtml(files.script)}"></script>
</head>
<body>
<div id="root"></div>
</body>
</html>
`
}

/** JSON inside `<script>`: without `<` nothing in it can end the element or open a comment. */
const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
