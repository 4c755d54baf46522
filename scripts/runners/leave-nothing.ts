import { afterAll, vi } from 'vitest'

// Files of a process share its globals. Hooks of a setup file are the last that run after a file.
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // A module that is half loaded when its file ends is never loaded for the files that follow.
  await vi.dynamicImportSettled()
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
