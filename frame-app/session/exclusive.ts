/** Runs pieces of work one at a time. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>

/**
 * localStorage reaches other processes a moment after it was written, by another way than the lock. The lock is kept this
 * long after the work, so that the next tab reads the rotated refresh token: the old one, sent again, would end the
 * session as a replay.
 */
const STORAGE_SETTLES_MS = 50

/**
 * One at a time across the tabs of this origin (Web Locks), or within this tab where the browser has no locks or refuses
 * them, as Chromium does where third-party cookies are blocked. The result is handed over as soon as the work is done.
 */
export function createExclusive(name: string, locks: LockManager | undefined): Exclusive {
  let tail: Promise<unknown> = Promise.resolve()
  const inTab: Exclusive = work => {
    const mine = tail.then(work)
    tail = mine.catch(() => {})
    return mine
  }
  if (!locks) return inTab
  return work =>
    new Promise((resolve, reject) => {
      let hasBegun = false
      locks
        .request(name, async () => {
          hasBegun = true
          await work().then(resolve, reject)
          await new Promise(done => setTimeout(done, STORAGE_SETTLES_MS))
        })
        .catch(error => (hasBegun ? reject(error) : resolve(inTab(work))))
    })
}
