import { readFile, writeFile } from 'node:fs/promises'
import { test } from '@playwright/test'

/** The icon of each origin, by the drawing that it is made from. */
const ICONS = {
  'docs/.vitepress/icon.svg': 'auth-server/frame/favicon.ico',
  'examples/shop/icon.svg': 'examples/shop/favicon.ico',
}
/** Edges in px: a tab, a tab on a dense screen, and a shortcut. */
const EDGES = [16, 32, 48]

for (const [drawing, icon] of Object.entries(ICONS))
  test(`favicon: ${icon}`, async ({ page }) => {
    const source = `data:image/svg+xml;base64,${(await readFile(drawing)).toString('base64')}`
    const pictures: Buffer[] = []
    for (const edge of EDGES) {
      await page.setViewportSize({ width: edge, height: edge })
      await page.setContent(`<body style="margin:0"><img src="${source}" style="display:block;width:100vw">`)
      await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
      pictures.push(await page.screenshot({ omitBackground: true }))
    }
    await writeFile(icon, packIcon(pictures))
  })

/** An ICO file of PNG pictures: a header of 6 bytes, an entry of 16 bytes for each picture, then the pictures. */
function packIcon(pictures: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index
    // PNG has its width and height in bytes 16 to 23.
    head.writeUInt8(picture.readUInt32BE(16), entry)
    head.writeUInt8(picture.readUInt32BE(20), entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(picture.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}
