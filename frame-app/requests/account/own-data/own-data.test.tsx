// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Holding, Holdings } from '../../../portfolio/ports.ts'
import type { HeldWallet } from '../../../session/held-wallet.ts'
import { preload } from '../../../ui/lazy-screen.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  press,
  pressGuarded,
  title,
  until,
  useBrowser,
} from '../../../ui/testing/dom.ts'
import {
  deviceWallet,
  externalWallet,
  fakeCalls,
  fakeMfa,
  user,
  wallet,
} from '../../../ui/testing/fake-kernel.ts'
import { en } from '../../../words/en.ts'
import { openAccount } from '../testing/open-account.ts'
import { sayHeld } from './going-wallets.tsx'
import { fileName } from './save-file.ts'

useBrowser()
beforeAll(async () => {
  await preload(async () => (await import('./delete-card.tsx')).DeleteCard)
  await preload(async () => (await import('./data-card.tsx')).DataCard)
  await preload(async () => (await import('../history/history.tsx')).History)
})

const onDevice = { ...deviceWallet, address: '0x1111111111111111111111111111111111111111' }
const ticks = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
const mayGoOn = () => !(control('button', en['action.continue']) as HTMLButtonElement).disabled

interface Server {
  readonly wallets?: readonly HeldWallet[]
  readonly answer?: () => unknown
  readonly hasFactor?: boolean
}

/** The account's end, on show. @returns what the server was asked, in order, besides which ways there are */
async function open(
  row: 'ownData.delete' | 'ownData.download',
  { wallets = [wallet], answer, hasFactor }: Server = {},
) {
  const asked: unknown[] = []
  const calls = fakeCalls({
    async postAuthorized(path, body, schema) {
      if (path === '/step_up/ways')
        return schema.parse({ is_required: true, ways: ['email'], held_until: null })
      if (!path.startsWith('/account/held')) asked.push([path, body])
      const given = path === '/step_up/code' ? {} : (answer?.() ?? { deleted: true })
      return schema.parse(given)
    },
    getAuthorized: async (path, schema) =>
      path === '/users/me'
        ? ({ user: {} } as never)
        : schema.parse(path === '/sessions/list' ? { sessions: [] } : { items: [], next: null }),
  })
  const prompt = vi.fn(async () => void asked.push('factor'))
  const mfa = async () => ({ ...fakeMfa(), hasFactor: () => hasFactor === true, prompt })
  const { kernel, logout } = await openAccount({ wallets, operations: { calls, mfa } })
  await until(() => expect(hasButton(en[row])).toBe(true))
  await click(control('button', en[row]))
  await until(() => expect(title()).toBe(en[row]))
  return { kernel, logout, asked }
}

/** By the code that came. */
async function prove() {
  await until(() => expect(title()).toBe(en['stepUp.title']))
  await pressGuarded(en['stepUp.sendCode'].replace('{address}', 'ada@example.com'))
  await until(() => expect(document.querySelector('input')).not.toBeNull())
  const field = document.querySelector('input') as HTMLInputElement
  const { see, type } = await import('../../../ui/testing/dom.ts')
  await see()
  await type(field, '123456')
}

describe('who deletes their account', () => {
  it('answers for each wallet whose key goes, and for no other, before anything is asked of the server', async () => {
    const { asked } = await open('ownData.delete', { wallets: [wallet, onDevice, externalWallet] })
    expect(ticks()).toHaveLength(2)
    for (const tick of ticks()) {
      expect(mayGoOn()).toBe(false)
      await click(tick)
    }
    expect(mayGoOn()).toBe(true)
    await click(ticks()[0] as HTMLElement)
    expect(mayGoOn()).toBe(false)
    expect(asked).toEqual([])
  })

  it('proves a login, then a second factor; only then a press that could be read deletes, once', async () => {
    const { asked, logout, kernel } = await open('ownData.delete', { hasFactor: true })
    await click(ticks()[0] as HTMLElement)
    await click(control('button', en['action.continue']))
    await prove()
    await until(() => expect(title()).toBe(en['ownData.lastTitle']))
    expect(asked).toEqual([['/step_up/code', { purpose: 'delete', way: 'email' }], 'factor'])
    await press(control('button', en['ownData.deleteNow']))
    await pressGuarded(en['ownData.deleteNow'], false)
    expect(asked).toHaveLength(2)
    await pressGuarded(en['ownData.deleteNow'])
    await until(() => expect(title()).toBe(en['ownData.deleted']))
    expect(asked.slice(2)).toEqual([
      ['/users/me/delete', { step_up: 's'.repeat(43), wallets: [wallet.address] }],
    ])
    expect(logout).toHaveBeenCalledExactlyOnceWith('device')
    // The page hears of the logout; the person reads how it went until they close it.
    await act(async () => kernel.setSession({ status: 'anonymous' }))
    expect(title()).toBe(en['ownData.deleted'])
    await click(control('button', en['action.done']))
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
  })

  it('of wallets that changed meanwhile loses nothing, and answers for them anew', async () => {
    const conflict = () => {
      throw clientError('resource_conflict', 'Other wallets.')
    }
    const { kernel, logout } = await open('ownData.delete', { answer: conflict })
    await click(ticks()[0] as HTMLElement)
    await click(control('button', en['action.continue']))
    await prove()
    await until(() => expect(title()).toBe(en['ownData.lastTitle']))
    await act(async () => kernel.setSession({ status: 'authenticated', user, wallets: [wallet, onDevice] }))
    await pressGuarded(en['ownData.deleteNow'])
    await until(() => expect(alertText()).toBe(en['ownData.changed']))
    expect([mayGoOn(), ticks().length]).toEqual([false, 2])
    expect(logout).not.toHaveBeenCalled()
  })

  it('is told nothing more where another tab ends the session', async () => {
    const { kernel, asked } = await open('ownData.delete')
    await act(async () => kernel.setSession({ status: 'anonymous' }))
    expect(kernel.outcomes).toEqual([{ resolved: undefined }])
    expect(asked).toEqual([])
  })
})

it('all that is stored of a person is asked for by a press that could be read, and after a proof', async () => {
  const data = { format: 1, user_id: user.id }
  const { asked } = await open('ownData.download', { answer: () => data })
  await press(control('button', en['ownData.make']))
  await pressGuarded(en['ownData.make'], false)
  expect(title()).toBe(en['ownData.download'])
  await pressGuarded(en['ownData.make'])
  await prove()
  await until(() => expect(title()).toBe(en['ownData.ready']))
  expect(asked.at(-1)).toEqual(['/users/me/export', { step_up: 's'.repeat(43) }])
})

it.each([
  ['Lumen Goods', 'vitrine-lumen-goods-2026-01-26.json'],
  ['../../etc/passwd', 'vitrine-etc-passwd-2026-01-26.json'],
  ['متجر', 'vitrine-متجر-2026-01-26.json'],
  ['🛍️', 'vitrine-2026-01-26.json'],
])('the file of %s is %s', (app, name) => {
  expect(fileName(app, Date.UTC(2026, 0, 26))).toBe(name)
})

describe('what a wallet holds', () => {
  const some = (symbol: string, amount: bigint | null) => ({ symbol, amount, decimals: 0 }) as Holding
  const holdings = (changes: Partial<Holdings>): Holdings => ({
    ...{ status: 'fresh', readAt: null, isRefreshing: false, list: [], totalCents: null },
    ...{ isTotalPartial: false, nfts: 0, unreachable: [] },
    ...changes,
  })
  it.each([
    ['nothing that is known', {}, en['ownData.nothing']],
    ['what no node tells now', { unreachable: ['Base'] }, en['ownData.unknown']],
    ['what was known before alone', { status: 'stale' }, en['ownData.unknown']],
    ['NFTs', { nfts: 1 }, en['ownData.unknown']],
    ['what is read', { status: 'reading' }, en['ownData.reading']],
    ['coins', { list: [some('ETH', 2n), some('OP', 0n), some('X', null)] }, 'Holds 2 ETH'],
    ['many', { list: ['A', 'B', 'C', 'D'].map(it => some(it, 1n)) }, 'Holds 1 A, 1 B, 1 C, and 1 more'],
  ] as const)('of %s is said as it is known', (_name, held, said) => {
    expect(sayHeld(holdings(held))).toBe(said)
  })
})
