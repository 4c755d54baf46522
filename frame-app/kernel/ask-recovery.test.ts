import { describe, expect, it, vi } from 'vitest'
import { toClientUser, toClientWallets } from '../session/client-user.ts'
import { wireUserOf, wireWallet } from '../session/testing/session-fixtures.ts'
import { askRecovery } from './ask-recovery.ts'
import type { LoginsParts } from './logins.ts'

const OWN = { ...wireWallet(0), id: null, recovery_method: 'user-passcode' } as const
const WANTS = { mode: 'legacy-embedded-wallets-only', requireUserOwnedRecoveryOnCreate: true }

/** A page that nobody looks at until `look`. */
function hiddenPage() {
  const listeners = new Set<() => void>()
  const page = {
    visibilityState: 'hidden' as DocumentVisibilityState,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  const look = () => {
    page.visibilityState = 'visible'
    for (const listener of [...listeners]) listener()
  }
  return { page: page as unknown as Document, look, listeners }
}

function tab({ embeddedWallets = WANTS as object, open = null as string | null } = {}) {
  let wire: ReturnType<typeof wireUserOf> | null = wireUserOf('user_1', [])
  const createOnLogin = vi.fn(async () => {})
  const parts = {
    server: { config: { current: { get: () => ({ embeddedWallets }) } } },
    user: {
      session: { wireUser: () => wire },
      complete: {
        get: () =>
          wire
            ? { status: 'authenticated', user: toClientUser(wire), wallets: toClientWallets(wire) }
            : { status: 'anonymous' },
      },
    },
    screens: { queue: { current: { get: () => (open ? { kind: open } : null) } } },
    wallets: { createOnLogin },
  } as unknown as LoginsParts
  return {
    parts,
    createOnLogin,
    become(next: typeof wire) {
      wire = next
    },
  }
}

describe('after a login in another tab', () => {
  it('the recovery of the first wallet is asked for once somebody looks at this one', async () => {
    const { parts, createOnLogin } = tab()
    const { page, look, listeners } = hiddenPage()
    const asking = askRecovery(parts, page)
    await Promise.resolve()
    expect(createOnLogin).not.toHaveBeenCalled()
    look()
    await asking
    expect(createOnLogin).toHaveBeenCalledExactlyOnceWith(undefined, 'ask')
    expect(listeners.size).toBe(0)
  })

  it.each([
    ['it was set there meanwhile', wireUserOf('user_1', [OWN])],
    ['the person has logged out', null],
    ['another person is logged in', wireUserOf('user_2', [])],
  ])('nothing is asked where %s', async (_, next) => {
    const { parts, createOnLogin, become } = tab()
    const { page, look } = hiddenPage()
    const asking = askRecovery(parts, page)
    become(next)
    look()
    await asking
    expect(createOnLogin).not.toHaveBeenCalled()
  })

  it.each([
    ['a login is open here, which asks itself', { open: 'login' }],
    ['the app wants none', { embeddedWallets: { ...WANTS, requireUserOwnedRecoveryOnCreate: false } }],
    [
      'the server holds the keys',
      { embeddedWallets: { ...WANTS, mode: 'user-controlled-server-wallets-only' } },
    ],
  ])('nothing is asked where %s', async (_, own) => {
    const { parts, createOnLogin } = tab(own)
    const { page, look } = hiddenPage()
    look()
    await askRecovery(parts, page)
    expect(createOnLogin).not.toHaveBeenCalled()
  })
})
