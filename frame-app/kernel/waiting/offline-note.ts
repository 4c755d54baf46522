import styles from '../../ui/waiting.module.css'
import { element } from './elements.ts'

/**
 * Says above the foot of every card that the browser is offline, as long as it is: what is on show can be read and typed, and
 * whatever needs the server says by itself that it did not get there.
 * @param root where the screens are drawn. @param sentence as of now
 */
export function tellOffline(root: HTMLElement, sentence: () => string): void {
  const note = element('p', styles.offline, { role: 'status' })
  const place = () => {
    const foot = root.querySelector('footer')
    if (navigator.onLine || !foot) return note.remove()
    if (note.nextSibling !== foot) foot.before(note)
    note.textContent = sentence()
  }
  addEventListener('online', place)
  addEventListener('offline', place)
  // The card of each dialog is a new one.
  new MutationObserver(place).observe(root, { childList: true })
}
