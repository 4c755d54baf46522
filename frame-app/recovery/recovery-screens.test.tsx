// @vitest-environment jsdom
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ScreenRequest } from '../requests/registry.ts'
import type { Calls, CloudGrant } from '../session/calls.ts'
import type { Operations } from '../ui/kernel-context.ts'
import { preload } from '../ui/lazy-screen.tsx'
import {
  alertText,
  click,
  control,
  hasButton,
  mountScreens,
  pressGuarded,
  title,
  until,
  useBrowser,
} from '../ui/testing/dom.ts'
import { deviceWallet, fakeCalls, fakeKernel, user } from '../ui/testing/fake-kernel.ts'
import { en } from '../words/en.ts'
import { cloudServer, SEALED, TOKEN, useWindows } from './testing/cloud-window.ts'

const ALL = ['user-passcode', 'google-drive', 'icloud', 'passkey', 'recovery-encryption-key']
const ICLOUD = {
  container_identifier: 'iCloud.example.shop',
  api_token: 'api-1',
  environment: 'production',
}
const SECRET_TEXT = /^[\w-]{43}$/

// Its own test has what it does: jsdom's bytes are not those of the key's realm.
vi.mock('./cloud-token.ts', () => ({
  redeemCloudGrant: async (calls: Calls, grant: CloudGrant, signal: AbortSignal) =>
    calls.cloudToken(grant, 'recipient', signal),
}))

useBrowser()
beforeAll(async () => {
  await preload(async () => (await import('../requests/recover/screen.tsx')).RecoverScreen)
  await preload(async () => (await import('../requests/set-recovery/screen.tsx')).SetRecoveryScreen)
})

/** The person's cloud: what lies there, by its name. */
let files: Map<string, string>
let cloud: ReturnType<typeof vi.fn<typeof fetch>>
beforeEach(() => {
  files = new Map()
  cloud = vi.fn<typeof fetch>(async (input, init) => {
    const path = new URL(String(input)).pathname
    const id = path.split('/').at(-1) ?? ''
    if (path.startsWith('/upload/')) {
      const name = `file-${files.size + 1}`
      files.set(name, /"secret":"([\w-]+)"/.exec(String(init?.body))?.[1] ?? '')
      return Response.json({ id: name })
    }
    if (init?.method === 'DELETE') return new Response(null, { status: files.delete(id) ? 204 : 404 })
    if (path === '/drive/v3/files') return Response.json({ files: [] })
    const secret = files.get(id)
    return secret === undefined ? new Response('{}', { status: 404 }) : Response.json({ version: 1, secret })
  })
  vi.stubGlobal('fetch', cloud)
})
afterEach(() => vi.restoreAllMocks())

async function open(
  operations: Partial<Operations>,
  { options = ALL, request = CHANGE }: { options?: readonly string[]; request?: ScreenRequest } = {},
) {
  const kernel = fakeKernel({
    operations,
    app: { embedded_wallet_config: { user_owned_recovery_options: options, icloud: ICLOUD } },
  })
  const wallets = request.kind === 'recover' || request === CHANGE ? [deviceWallet] : []
  kernel.setSession({ status: 'authenticated', user, wallets })
  await mountScreens(kernel)
  await act(async () => kernel.show(request))
  // Until then the app's name stands there.
  await until(() => expect(title()).not.toBe('Lumen Goods'))
  return kernel
}
const CHANGE = {
  id: '1',
  kind: 'set-recovery',
  purpose: { type: 'change', wallet: deviceWallet },
} as const satisfies ScreenRequest
const changeOf = (recoveryMethod: string) => ({
  ...CHANGE,
  purpose: { type: 'change', wallet: { ...deviceWallet, recoveryMethod } } as const,
})
const rows = () =>
  [...document.querySelectorAll('[role="dialog"] button')]
    .map(button => button.textContent)
    .filter(text => text !== '')
const row = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(button =>
    button.textContent?.startsWith(name),
  )
  if (!found) throw new Error(`No row ${name}`)
  return found
}
const answered = (status: number, code: VitrineError['code']) =>
  new VitrineError({ type: 'api_error', code, message: 'Refused.', status })

describe('choosing a recovery', () => {
  it('offers each allowed one with what it means, and marks the one that is in use', async () => {
    await open({}, { request: changeOf('passkey') })
    expect(title()).toBe(en['recovery.changeTitle'])
    expect(rows()).toEqual([
      `Passcode${en['recovery.passcodeMeans']}`,
      'Google DriveYou log in to your Google account on a new device.',
      'iCloudYou log in to your Apple account on a new device.',
      `PasskeyIn use${en['recovery.passkeyMeans']}`,
      `Lumen Goods keeps it${en['recovery.siteMeans']}`,
    ])
  })

  it('goes straight to the only one, and back from one to the others', async () => {
    await open({}, { options: ['passkey'] })
    expect(title()).toBe(en['recovery.passkeyTitle'])
    expect(hasButton('Back')).toBe(false)
  })

  it('comes back to the others', async () => {
    await open({})
    await click(row('Google Drive'))
    expect(title()).toBe('Keep the key in Google Drive')
    await click(control('button', 'Back'))
    expect(title()).toBe(en['recovery.changeTitle'])
  })

  it('refuses the cloud that has it already, before anything is asked', async () => {
    const { calls, sent } = cloudServer()
    const windows = useWindows()
    const kernel = await open({ calls }, { request: changeOf('google-drive') })
    await click(row('Google Drive'))
    expect(alertText()).toBe('Google Drive already keeps your recovery. Choose another one.')
    expect([sent, windows.open.mock.calls, cloud.mock.calls]).toEqual([[], [], []])
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toMatchObject([{ rejected: 'embedded_wallet_recovery_already_exists' }])
  })

  it('that goes on with another one after a refusal, and is left, was left', async () => {
    const { calls } = cloudServer()
    const kernel = await open({ calls }, { request: changeOf('google-drive') })
    await click(row('Google Drive'))
    await click(row('iCloud'))
    await click(control('button', 'Close'))
    expect(kernel.outcomes).toEqual([{ dismissed: '1' }])
  })
})

describe('a recovery in the person’s cloud', () => {
  it('goes there in a window, keeps a new key, and then sets it', async () => {
    const { calls, sent, grants } = cloudServer()
    const windows = useWindows()
    const setRecovery = vi.fn<Operations['setRecovery']>(async () => deviceWallet)
    const kernel = await open({ calls, setRecovery }, { options: ['google-drive'] })
    await pressGuarded('Continue with Google Drive')
    await until(() => expect(document.body.textContent).toContain('Continue in the Google Drive window.'))
    expect(windows.open.mock.calls[0]?.[0]).toMatch(/^\/apps\/app_demo\/oauth#[\w-]{43}$/)
    const init = sent.find(({ path }) => path === '/recovery/oauth/init')?.body
    expect(`/apps/app_demo/oauth#${init?.flow_id}`).toBe(windows.open.mock.calls[0]?.[0])
    await windows.comeBack(sent, SEALED)
    await until(() => expect(title()).toBe(en['recovery.done']))
    expect(grants).toMatchObject([{ provider: 'google-drive', state: init?.state_code, answer: SEALED }])
    const [purpose, secret] = setRecovery.mock.calls[0] ?? []
    expect(purpose).toEqual(CHANGE.purpose)
    expect(secret).toEqual({
      method: 'google-drive',
      fileId: 'file-1',
      secret: expect.stringMatching(SECRET_TEXT),
    })
    expect(files.get('file-1')).toBe(secret && 'secret' in secret ? secret.secret : '')
    expect(new Headers(cloud.mock.calls[0]?.[1]?.headers).get('authorization')).toBe(`Bearer ${TOKEN}`)
    expect(windows.popup.close).toHaveBeenCalled()
    expect(kernel.outcomes).toEqual([{ resolved: { wallet: deviceWallet } }])
  })

  it('that is refused leaves nothing behind, and says why', async () => {
    const { calls, sent } = cloudServer()
    const windows = useWindows()
    const setRecovery = vi
      .fn<Operations['setRecovery']>()
      .mockRejectedValue(answered(409, 'embedded_wallet_recovery_already_exists'))
    await open({ calls, setRecovery }, { options: ['google-drive'] })
    await pressGuarded('Continue with Google Drive')
    await until(() => expect(hasButton('Open again')).toBe(true))
    await windows.comeBack(sent, SEALED)
    await until(() => expect(alertText()).toBe('Refused.'))
    expect(cloud.mock.calls.map(([, init]) => init?.method)).toEqual(['POST', 'DELETE'])
    expect(files.size).toBe(0)
  })

  it('whose answer got lost is set by the same key at the next try, without another window', async () => {
    const { calls, sent } = cloudServer()
    const windows = useWindows()
    const setRecovery = vi
      .fn<Operations['setRecovery']>()
      .mockRejectedValueOnce(clientError('client_request_timeout', 'Late.'))
      .mockResolvedValueOnce(deviceWallet)
    await open({ calls, setRecovery }, { options: ['google-drive'] })
    await pressGuarded('Continue with Google Drive')
    await until(() => expect(hasButton('Open again')).toBe(true))
    await windows.comeBack(sent, SEALED)
    await until(() => expect(alertText()).toBe(en['error.timeout']))
    expect(files.size).toBe(1)
    await pressGuarded('Try again')
    await until(() => expect(title()).toBe(en['recovery.done']))
    expect(setRecovery.mock.calls[1]?.[1]).toEqual(setRecovery.mock.calls[0]?.[1])
    expect([windows.open.mock.calls.length, files.size]).toEqual([1, 1])
  })

  it.each([
    ['denied', 'Google didn’t give us access to Drive. Try again and tick every box.'],
    ['failed', 'Google Drive sent an unexpected answer. Try again.'],
  ])('that comes back %s keeps nothing', async (answer, words) => {
    const { calls, sent } = cloudServer()
    const windows = useWindows()
    await open({ calls }, { options: ['google-drive'] })
    await pressGuarded('Continue with Google Drive')
    await until(() => expect(hasButton('Open again')).toBe(true))
    await windows.comeBack(sent, answer)
    await until(() => expect(alertText()).toBe(words))
    expect(cloud).not.toHaveBeenCalled()
  })

  it('says where no window opens, and offers another try', async () => {
    const { calls } = cloudServer()
    const windows = useWindows(true)
    await open({ calls }, { options: ['google-drive'] })
    await pressGuarded('Continue with Google Drive')
    await until(() =>
      expect(document.body.textContent).toContain('Your browser blocked the Google Drive window.'),
    )
    await click(control('button', 'Try again'))
    expect(windows.open).toHaveBeenCalledTimes(2)
  })

  it('goes nowhere where the address is not the signer’s', async () => {
    const { calls } = cloudServer({
      requireAddress: async () => {
        throw clientError('oauth_unexpected', 'Not the signer’s.')
      },
    })
    const windows = useWindows()
    await open({ calls }, { options: ['google-drive'] })
    await pressGuarded('Continue with Google Drive')
    await until(() => expect(alertText()).toBe('Google Drive sent an unexpected answer. Try again.'))
    expect(windows.popup.close).toHaveBeenCalled()
  })

  it('has a way in proven before anybody goes there', async () => {
    const { calls, sent } = cloudServer()
    const windows = useWindows()
    const asks: typeof calls.postAuthorized = (path, body, answer, signal) =>
      path === '/step_up/ways'
        ? Promise.resolve(answer.parse({ is_required: true, ways: ['email'], held_until: null }))
        : calls.postAuthorized(path, body, answer, signal)
    await open({ calls: { ...calls, postAuthorized: asks } }, { options: ['google-drive'] })
    await until(() => expect(title()).toBe(en['stepUp.title']))
    expect([sent, windows.open.mock.calls]).toEqual([[], []])
    await click(control('button', 'Back'))
    expect(alertText()).toBe(en['stepUp.needed'])
  })
})

describe('a recovery that the site keeps', () => {
  it('waits for the site’s backend, and then sets it', async () => {
    let turn = 0
    const calls = fakeCalls({
      postAuthorized: async (path, _body, answer) =>
        answer.parse(
          path === '/step_up/ways'
            ? { is_required: false, ways: [], held_until: null }
            : { is_there: ++turn > 0 },
        ),
    })
    const setRecovery = vi.fn<Operations['setRecovery']>(async () => deviceWallet)
    await open({ calls, setRecovery }, { options: ['recovery-encryption-key'] })
    expect(title()).toBe('Lumen Goods keeps your recovery')
    await pressGuarded('Continue')
    await until(() => expect(title()).toBe(en['recovery.done']))
    expect(setRecovery.mock.calls[0]?.[1]).toEqual({ method: 'recovery-encryption-key' })
  })
})

describe('recovering', () => {
  const RECOVER = { id: '1', kind: 'recover' } as const
  const facts = (own: object) => ({
    method: 'user-passcode',
    fileId: null,
    recordName: null,
    credentialId: null,
    salt: null,
    ...own,
  })
  const recoveryOf = (own: object) => async () => facts(own) as never

  it('by a cloud reads the key there', async () => {
    const { calls, sent } = cloudServer()
    const windows = useWindows()
    files.set('file-9', 's'.repeat(43))
    const recover = vi.fn<Operations['recover']>(async () => {})
    const kernel = await open(
      { calls, recover, recoveryOf: recoveryOf({ method: 'google-drive', fileId: 'file-9' }) },
      { request: RECOVER },
    )
    await until(() => expect(hasButton('Continue with Google Drive')).toBe(true))
    files.set('file-9', `${'s'.repeat(42)}A`)
    await pressGuarded('Continue with Google Drive')
    await until(() => expect(hasButton('Open again')).toBe(true))
    await windows.comeBack(sent, SEALED)
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: undefined }]))
    expect(recover.mock.calls[0]?.[0]).toEqual({
      method: 'google-drive',
      fileId: 'file-9',
      secret: `${'s'.repeat(42)}A`,
    })
  })

  it.each([
    ['has no key', false],
    ['has the key of another wallet', true],
  ])('by an account that %s says which one to choose', async (_, isThere) => {
    const { calls, sent } = cloudServer()
    const windows = useWindows()
    if (isThere) files.set('file-9', `${'s'.repeat(42)}A`)
    const recover = vi.fn<Operations['recover']>().mockRejectedValue(answered(422, 'invalid_credentials'))
    await open(
      { calls, recover, recoveryOf: recoveryOf({ method: 'google-drive', fileId: 'file-9' }) },
      { request: RECOVER },
    )
    await until(() => expect(hasButton('Continue with Google Drive')).toBe(true))
    await pressGuarded('Continue with Google Drive')
    await until(() => expect(hasButton('Open again')).toBe(true))
    await windows.comeBack(sent, SEALED)
    await until(() =>
      expect(alertText()).toBe('The key isn’t in this account. Choose the Google account that you used.'),
    )
  })

  it('by the site’s key asks nothing of the person', async () => {
    const recover = vi.fn<Operations['recover']>(async () => {})
    const calls = fakeCalls({
      postAuthorized: async (_path, _body, answer) => answer.parse({ is_there: true }),
    })
    const kernel = await open(
      { calls, recover, recoveryOf: recoveryOf({ method: 'recovery-encryption-key' }) },
      { request: RECOVER },
    )
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: undefined }]))
    expect(recover).toHaveBeenCalledExactlyOnceWith(
      { method: 'recovery-encryption-key' },
      expect.any(AbortSignal),
    )
  })

  it('by a passkey that this browser has not says so', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    await open(
      { recoveryOf: recoveryOf({ method: 'passkey', credentialId: 'AQID', salt: 'AA' }) },
      { request: RECOVER },
    )
    await until(() => expect(hasButton('Use the passkey')).toBe(true))
    await pressGuarded('Use the passkey')
    await until(() => expect(alertText()).toBe(en['recovery.passkeyUnsupported']))
  })

  it('that cannot be looked up can be tried again', async () => {
    const lookUp = vi
      .fn<Operations['recoveryOf']>()
      .mockRejectedValueOnce(clientError('service_unavailable', 'Offline.'))
      .mockImplementation(recoveryOf({}))
    await open({ recoveryOf: lookUp }, { request: RECOVER })
    await until(() => expect(alertText()).toBe('Offline.'))
    await click(control('button', 'Try again'))
    await until(() => expect(document.querySelector('input[type="password"]')).not.toBeNull())
  })

  it('that turns out to be automatic opens by itself', async () => {
    const openHere = vi.fn(async () => {})
    const kernel = await open({ openHere, recoveryOf: recoveryOf({ method: 'privy' }) }, { request: RECOVER })
    await until(() => expect(kernel.outcomes).toEqual([{ resolved: undefined }]))
    expect(openHere).toHaveBeenCalledOnce()
  })
})
