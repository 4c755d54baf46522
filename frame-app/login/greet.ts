import type { Store } from '../core/store.ts'
import type { GreetingContext } from '../login-method/login-method.ts'
import { bringLaterWords } from '../words/language.ts'
import { GREETINGS } from './greetings.ts'
import { bringViews } from './landing-registry.ts'
import { isOpen, type Ways } from './open-ways.ts'

/** Opens the greeting that waits among the ways, or takes it away where its method greets nobody. */
export async function greet(
  context: Omit<GreetingContext, 'way' | 'onChosen' | 'onForget'>,
  ways: Store<Ways>,
  isClosed: () => boolean,
): Promise<void> {
  const [it] = ways.get().greeting
  if (!it || isOpen(it)) return
  // The other ways too: what they do beside the landing would else begin while the greeted one is under way.
  const [greeting] = await Promise.all([GREETINGS[it.way.method]?.(), bringViews(), bringLaterWords()])
  if (isClosed()) return
  const end = () => {
    const { greeting } = ways.get()
    for (const it of greeting) if (isOpen(it)) it.close()
    ways.set({ ...ways.get(), greeting: [] })
  }
  const opened = greeting?.open({
    ...context,
    way: it.way,
    onChosen() {
      const { primary, overflow } = ways.get()
      for (const other of [...primary, ...overflow]) if (isOpen(other)) other.rest?.()
    },
    onForget() {
      context.kernel.greeting.write('')
      end()
    },
  })
  if (!opened) return end()
  ways.set({ ...ways.get(), greeting: [{ way: it.way, ...opened }] })
}
