/**
 * Puts a secret into the clipboard, in its person's click. A document of no origin may lack the newer call; the older one copies what
 * the event is given, so that no field of the document holds it.
 * @returns whether it is there
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByEvent(text)
  }
}

function copyByEvent(text: string): boolean {
  let isTaken = false
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    // Nobody else in the document shall see it.
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
    isTaken = event.clipboardData !== null
  }
  document.addEventListener('copy', give, { capture: true, once: true })
  try {
    return document.execCommand('copy') && isTaken
  } catch {
    return false
  } finally {
    document.removeEventListener('copy', give, { capture: true })
  }
}
