/** `vitrine-<app>-<date>.json`, with what of the app's name a file name can have. @param nowMs unix ms */
export function fileName(app: string, nowMs: number): string {
  const name = app
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-')
    .slice(0, 48)
  return ['vitrine', ...(name ? [name] : []), new Date(nowMs).toISOString().slice(0, 10)]
    .join('-')
    .concat('.json')
}

/**
 * Has the browser save it as a file. In the press: a frame may save nothing without one, nor where it is sandboxed without
 * `allow-downloads`. What is saved the page has no way to read, and the address is gone at once.
 */
export function saveFile(name: string, data: object): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
