/** A promise and what settles it. Nobody need await it: a rejection is not an unhandled one. */
export function deferred() {
  const it = {} as { promise: Promise<void>; resolve(): void; reject(error: Error): void }
  it.promise = new Promise((resolve, reject) => Object.assign(it, { resolve, reject }))
  it.promise.catch(() => {})
  return it
}
