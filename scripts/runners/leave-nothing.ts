import { afterAll, vi } from 'vitest'

/**
 * A library that finds no `fetch`, since a test has none for a while, puts an older one and its classes in the platform's place,
 * for all files that follow. jsdom's environment makes its own for each file.
 */
const key = Symbol.for('vitrine.tests.platform')
const shared = globalThis as { [key]?: object }
function restorePlatform() {
  if (typeof document !== 'undefined') return
  shared[key] ??= { fetch, Headers, Request, Response }
  Object.assign(globalThis, shared[key])
}
restorePlatform()

// Files of a process share its globals. Hooks of a setup file are the last that run after a file.
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // A module that is half loaded when its file ends is never loaded for the files that follow.
  await vi.dynamicImportSettled()
  restorePlatform()
  if (typeof document === 'undefined') return
  const { documentElement, body } = document
  // A page that is opened anew has none.
  if (!document.head) documentElement.prepend(document.createElement('head'))
  for (const element of [documentElement, body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
