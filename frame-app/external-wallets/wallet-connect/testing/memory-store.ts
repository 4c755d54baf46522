import type { KeyValueStore } from '../key-value-store.ts'

/** What a browser's disk keeps over a reload: texts, so that nothing of a page that is gone lives on in it. */
export function createMemoryStore(): KeyValueStore {
  const values = new Map<string, string>()
  const read = (key: string) => {
    const text = values.get(key)
    return text === undefined ? undefined : JSON.parse(text)
  }
  return {
    getKeys: async () => [...values.keys()],
    getEntries: async () => [...values.keys()].map(key => [key, read(key)] as [string, never]),
    getItem: async key => read(key),
    setItem: async (key, value) => {
      values.set(key, JSON.stringify(value))
    },
    removeItem: async key => {
      values.delete(key)
    },
  }
}
