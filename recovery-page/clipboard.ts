/** How long a private key stays in the clipboard. */
const SECRET_LIFETIME_MS = 60_000

export interface Clipboard {
  /** Only in a person's click. @returns whether the browser took it */
  copy(text: string): Promise<boolean>
  /** As `copy`; it is taken out again after a minute, or when the person comes back to the page later. */
  copySecret(text: string): Promise<boolean>
  /** Takes out a secret that is still there, as far as the browser permits. */
  clear(): void
}

export function createClipboard(window: Window): Clipboard {
  const { navigator } = window
  let timer: number | undefined
  const write = (text: string): Promise<boolean> =>
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('There is none.'))).then(
      () => true,
      () => false,
    )
  const clear = () => {
    if (timer === undefined) return
    window.clearTimeout(timer)
    timer = undefined
    void empty()
  }
  // A browser lets only the page that has the focus write.
  const empty = async () => {
    if (!(await write(''))) window.addEventListener('focus', () => void write(''), { once: true })
  }
  return {
    copy: write,
    async copySecret(text) {
      const isTaken = await write(text)
      window.clearTimeout(timer)
      if (isTaken) timer = window.setTimeout(clear, SECRET_LIFETIME_MS)
      return isTaken
    },
    clear,
  }
}
