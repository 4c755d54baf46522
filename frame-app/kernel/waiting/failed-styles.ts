const failed = new Set<HTMLLinkElement>()

/** Remembers style sheets that do not come: the bundler's code asks for each but once. */
export function watchStyles(): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
  }
  document.addEventListener('error', onError, true)
}

/** Asks for them again; resolves when each has come, or has failed once more. */
export async function mendStyles(): Promise<void> {
  const links = [...failed]
  failed.clear()
  const again = links.map(
    link =>
      new Promise<void>(resolve => {
        const next = link.cloneNode() as HTMLLinkElement
        next.onload = next.onerror = () => resolve()
        link.replaceWith(next)
      }),
  )
  await Promise.all(again)
}
