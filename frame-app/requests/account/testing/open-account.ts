import type { User } from '@vitrine/shared/api/client-user.ts'
import type { AccountPart } from '@vitrine/shared/bridge/schemas.ts'
import { act } from 'react'
import { expect, vi } from 'vitest'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import type { Operations } from '../../../ui/kernel-context.ts'
import { hasButton, mountScreens, until } from '../../../ui/testing/dom.ts'
import {
  type FakeKernelOptions,
  fakeCalls,
  fakeKernel,
  user,
  wallet,
} from '../../../ui/testing/fake-kernel.ts'
import { en } from '../../../words/en.ts'
// Ahead: a screen's code comes when it is asked for, and here that would be a part of each test's time.
import '../screen.tsx'
import '../../session-request.tsx'

const dates = { firstVerifiedAt: new Date(0), latestVerifiedAt: new Date(0) }
export const email = { type: 'email', address: 'ada@example.com', ...dates } as const
export const phone = { type: 'phone', number: '+1 213 373 4253', ...dates } as const
export const passkey = { type: 'passkey', credentialId: 'abc', enrolledInMfa: false, ...dates } as const

export const statuses = () =>
  [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)
/** What the screen says of what just happened, to who sees it: beside the button that hides it. */
export const shownNews = () =>
  document.querySelector(`button[aria-label="${en['home.dismiss']}"]`)?.previousElementSibling?.textContent

export interface Scene {
  readonly accounts?: User['linkedAccounts']
  readonly isGuest?: boolean
  readonly changeUser?: () => Promise<User>
  readonly logout?: () => Promise<void>
  readonly wallets?: readonly HeldWallet[]
  readonly operations?: Partial<Operations>
  readonly app?: object
  readonly part?: AccountPart
  readonly ethereum?: FakeKernelOptions['ethereum']
}

/** The account of somebody who is logged in, on show. */
export async function openAccount({
  accounts = [email],
  isGuest = false,
  changeUser = async () => user,
  logout: end = async () => {},
  wallets = [wallet],
  operations = {},
  app = {},
  part = 'logins',
  ethereum,
}: Scene = {}) {
  const logout = vi.fn(end)
  const kernel = fakeKernel({
    operations: { logout, calls: fakeCalls({ changeUser }), ...operations },
    ...(ethereum && { ethereum }),
    app: { sms_auth: true, passkey_auth: true, ...app },
  })
  const person = { ...user, isGuest, linkedAccounts: accounts }
  kernel.setSession({ status: 'authenticated', user: person, wallets })
  await mountScreens(kernel)
  await act(async () => kernel.show({ id: '1', kind: 'account', part }))
  const isBeyond = wallets.length > 0 && (part === 'receive' || part === 'activity')
  await until(() => expect(hasButton(isBeyond ? 'Back' : 'Log out')).toBe(true))
  return { kernel, logout }
}
