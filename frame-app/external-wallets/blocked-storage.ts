/**
 * Loads code that reads `localStorage` while it is evaluated, as WalletConnect's does. Where a browser blocks storage that read
 * throws, and the code could never be loaded. Until it is loaded the frame therefore has no `localStorage`.
 */
export async function withoutBlockedStorage<Loaded>(
  load: () => Promise<Loaded>,
  frame: object = globalThis,
): Promise<Loaded> {
  const own = Object.getOwnPropertyDescriptor(frame, 'localStorage')
  if (!own || isReadable(frame)) return load()
  Object.defineProperty(frame, 'localStorage', { value: undefined, configurable: true })
  try {
    return await load()
  } finally {
    Object.defineProperty(frame, 'localStorage', own)
  }
}

function isReadable(frame: object): boolean {
  try {
    Reflect.get(frame, 'localStorage')
    return true
  } catch {
    return false
  }
}
