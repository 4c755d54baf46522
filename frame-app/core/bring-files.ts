/** Files of the frame that are here, or on their way, by their paths. */
const coming = new Map<string, Promise<void>>()

/**
 * Brings what a module needs, and only then imports it: many browsers keep a module that did not come as failed for as long as
 * the document lives, so no import may meet a network that is away. What did not come is asked for again by the next call.
 * It stands in the place of the bundler's own preload.
 * @param paths of the module and what it imports, with styles, without a leading slash: the bundler writes them, and none for what
 * stands in the same file
 * @throws TypeError when a file does not come, or what the module throws
 */
export async function bringFiles<Module>(
  load: () => Promise<Module>,
  paths: readonly string[] = [],
): Promise<Module> {
  await Promise.all(paths.map(path => bring(`/${path}`)))
  return load()
}

/**
 * Has a file fetched that is needed later, after all else that the document loads.
 * @param path as the document names it, with a leading slash
 */
export function fetchSoon(path: string): void {
  // A style sheet is applied with the module that needs it, and not before.
  const fetched = path.endsWith('.css') ? fetchFile(path, 'low') : bring(path, 'low')
  fetched.catch(() => {})
}

/** Brings a file into the browser's cache, where an import finds it; a style sheet is applied, too. */
function bring(path: string, priority: RequestPriority = 'auto'): Promise<void> {
  let file = coming.get(path)
  if (!file) {
    file = path.endsWith('.css') ? applyStyles(path) : fetchFile(path, priority)
    file.catch(() => coming.delete(path))
    coming.set(path, file)
  }
  return file
}

async function fetchFile(path: string, priority: RequestPriority): Promise<void> {
  // The document brings what it names: without that there is no frame.
  if (document.querySelector(`[src="${path}"],[rel=modulepreload][href="${path}"]`)) return
  const response = await fetch(path, { priority })
  // To the end: a body that breaks off is no file.
  await response.arrayBuffer()
  if (!response.ok) throw new TypeError(`${path} is not there`)
}

const applyStyles = (path: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = path
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new TypeError(`${path} is not there`))
    }
    document.head.append(link)
  })
