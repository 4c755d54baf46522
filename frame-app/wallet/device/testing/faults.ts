import { describe, expect, test } from 'vitest'
import { MemoryShareStore } from '../../../vault/testing/set-fixtures.ts'
import type { RecoverySecret } from '../../recovery-secret.ts'
import { broughtKey, createDevice, type Device, FIRST, PROOF, passcode, SOLANA } from './device.ts'
import type { Fault } from './fault-line.ts'

const SITE_KEY = Uint8Array.from({ length: 32 }, () => 6)

/** What is there before a fault; its making takes longer than what it is for. */
interface Prepared {
  readonly device: Device
  readonly stored: Device['server']['stored']
  readonly records: ReadonlyMap<string, unknown>
}

/** Every operation of on-device wallets with a fault of one kind at each of its steps. Each kind is a file, so that two cores share them. */
export function testFaults(what: Fault['what']): void {
  const known = new Map<string, Promise<Prepared>>()
  /** Ids of the sets that a server lost, by their passcodes. */
  const lost = new Map<string | null, string | undefined>()

  /** The same device and server each time, as they were once `prepare` was through. */
  async function prepared(name: string, prepare: (device: Device) => Promise<unknown>): Promise<Device> {
    const making =
      known.get(name) ??
      (async () => {
        const device = createDevice()
        await prepare(device)
        const { server, disk } = device
        return { device, stored: server.stored, records: structuredClone(disk.records) }
      })()
    known.set(name, making)
    const { device, stored, records } = await making
    device.server.stored = stored
    device.server.calls.length = 0
    device.server.siteKey = null
    device.disk.records.clear()
    for (const [owner, record] of structuredClone(records)) device.disk.records.set(owner, record as never)
    return device
  }

  describe.each(['before', 'after'] as const)(`${what} %s it`, { timeout: 120_000 }, when => {
    /** Runs the work with a fault at its nth step, for every n, and looks at what is left. */
    async function atEveryStep(
      name: string,
      prepare: (device: Device) => Promise<unknown>,
      work: (device: Device) => Promise<unknown>,
      check: (device: Device) => Promise<unknown>,
    ) {
      for (let step = 0; ; step++) {
        const device = await prepared(name, prepare)
        const { line } = device
        line.begin({ step, when, what })
        const outcome = await work(device).then(
          () => 'done',
          () => 'failed',
        )
        const { wasReached } = line
        line.fault = null
        // What was lost may not have been needed.
        if (what === 'closed' || !wasReached)
          expect([outcome, step]).toEqual([wasReached ? 'failed' : 'done', step])
        await check(device)
        if (!wasReached) return expect(step).toBeGreaterThan(5)
      }
    }
    const opens = ({ page }: Device, text: string) =>
      page(new MemoryShareStore())
        .recover(passcode(text))
        .then(
          () => true,
          () => false,
        )
    const nothing = async () => {}
    const given = (text: string | null) => (text === null ? null : passcode(text))
    const created = (text: string | null) => `created with ${text}`
    const create =
      (text: string | null) =>
      ({ page }: Device) =>
        page().create(FIRST, given(text))

    test.each([null, 'correct horse'])(
      'of a creation (passcode: %s): what is registered signs here, and a retry makes no second set',
      async text => {
        await atEveryStep('nothing', nothing, create(text), async device => {
          const { page, server, signs } = device
          // What the person would be shown after the crash.
          const announced = server.stored?.id
          if (announced !== undefined) expect(await signs(page())).toBe(true)
          const set = await page().create(FIRST, given(text))
          expect(set.set_id).toBe(announced ?? set.set_id)
          expect(set.recovery_method).toBe(text === null ? 'privy' : 'user-passcode')
          expect(await signs(page())).toBe(true)
          if (text !== null) expect(await opens(device, text)).toBe(true)
        })
      },
    )

    test('of a creation that another device was faster with', async () => {
      await atEveryStep(
        'created elsewhere',
        ({ page }) => page(new MemoryShareStore()).create(FIRST, null),
        ({ stale }) => stale().create(SOLANA, null),
        async ({ page, server, signs }) => {
          const { id } = server.stored ?? {}
          const set = await page().create(SOLANA, null)
          expect([set.set_id, set.wallets.length]).toEqual([id, 2])
          expect(await signs(page())).toBe(true)
        },
      )
    })

    test('of a second wallet', async () => {
      await atEveryStep(
        created(null),
        create(null),
        ({ page }) => page().create({ ...FIRST, walletIndex: 1 }, null),
        async ({ page, server, signs }) => {
          await page().create({ ...FIRST, walletIndex: 1 }, null)
          expect(server.stored?.wallets).toHaveLength(2)
          expect(await signs(page(), 1)).toBe(true)
        },
      )
    })

    test('of a change of the recovery: this device signs, and exactly one recovery opens a new one', async () => {
      await atEveryStep(
        created('correct horse'),
        create('correct horse'),
        ({ page }) => page().setRecovery(passcode('battery staple')),
        async device => {
          const { page, signs } = device
          expect(await signs(page())).toBe(true)
          const found = [await opens(device, 'correct horse'), await opens(device, 'battery staple')]
          expect(found.filter(Boolean)).toEqual([true])
          await page().setRecovery(passcode('zebra crossing'))
          expect(await opens(device, 'zebra crossing')).toBe(true)
          expect(await signs(page())).toBe(true)
        },
      )
    })

    const drive = { method: 'google-drive', secret: 'A'.repeat(43), fileId: 'file' } as const
    const passkey = {
      method: 'passkey',
      secret: `${'B'.repeat(42)}A`,
      credentialId: 'AQID',
      salt: `${'C'.repeat(42)}A`,
    } as const
    const site = { method: 'recovery-encryption-key' } as const
    test.each<readonly [RecoverySecret, RecoverySecret]>([
      [passcode('correct horse'), drive],
      [drive, passkey],
      [passkey, passcode('correct horse')],
      [drive, site],
    ])(
      'of a change from $0.method to $1.method: this device signs, and exactly one of them opens a new one',
      async (before, next) => {
        const opensBy = async ({ page, server }: Device, secret: RecoverySecret) => {
          server.siteKey = SITE_KEY
          const phone = page(new MemoryShareStore())
          return phone.recover(secret).then(
            () => true,
            () => false,
          )
        }
        const change = ({ page, server }: Device) => {
          // The site enters its key anew where that was claimed and lost.
          server.siteKey = SITE_KEY
          return page().setRecovery(next)
        }
        await atEveryStep(
          `created by ${before.method}`,
          ({ page }) => page().create(FIRST, before),
          change,
          async device => {
            const { page, signs } = device
            expect(await signs(page())).toBe(true)
            const [old, isSet] = [await opensBy(device, before), await opensBy(device, next)]
            expect([old, isSet].filter(Boolean)).toEqual([true])
            if (isSet) return
            await change(device)
            expect([await opensBy(device, before), await opensBy(device, next)]).toEqual([false, true])
            expect(await signs(page())).toBe(true)
          },
        )
      },
    )

    test.each([
      ['to a set', created(null), create(null)],
      ['without a set', 'nothing', nothing],
    ] as const)(
      'of an import %s: nothing half-done, and the same key again is one wallet',
      async (_, name, prepare) => {
        const bring = async ({ page }: Device) => {
          const here = page()
          return here.importKey(await broughtKey(here), null, PROOF)
        }
        await atEveryStep(name, prepare, bring, async device => {
          const { page, server, signs } = device
          const before = server.stored
          // What the person would be shown after the crash signs; what is not there is not shown.
          if (before?.imported.length === 1) expect(await device.signsImported(page())).toBe(true)
          if (before && before.wallets.length > 0) expect(await signs(page())).toBe(true)
          const set = await bring(device)
          expect([set.set_id, set.imported.length]).toEqual([before?.id ?? set.set_id, 1])
          expect(await device.signsImported(page())).toBe(true)
          expect(await device.signsImported(page(new MemoryShareStore()))).toBe(true)
        })
      },
    )

    test('of an export: it can be asked for again, and the wallet is as it was', async () => {
      const take = async (device: Device) => {
        const { ciphertext } = await device.exports(device.page())
        return ciphertext
      }
      await atEveryStep(created(null), create(null), take, async device => {
        expect(await take(device)).toMatch(/^[A-Za-z\d+/]+=*$/)
        expect(await device.signs(device.page())).toBe(true)
      })
    })

    test.each([null, 'correct horse'])(
      'of opening on a new device (passcode: %s): it can be tried again, and the first device is as it was',
      async text => {
        let phone = new MemoryShareStore()
        const open = ({ page }: Device) =>
          text === null ? page(phone).open() : page(phone).recover(passcode(text))
        await atEveryStep(
          created(text),
          create(text),
          device => {
            phone = new MemoryShareStore()
            return open(device)
          },
          async device => {
            const { page, signs } = device
            await open(device)
            expect(await signs(page(phone))).toBe(true)
            expect(await signs(page())).toBe(true)
          },
        )
      },
    )

    test.each([null, 'correct horse'])(
      'of giving the set again to a server that lost it (passcode: %s)',
      async text => {
        const restore = ({ page }: Device) =>
          text === null ? page().create(FIRST, null) : page().recover(passcode(text))
        await atEveryStep(
          `lost of ${text}`,
          async ({ page, server }) => {
            await page().create(FIRST, given(text))
            await page().create(SOLANA, null)
            lost.set(text, server.stored?.id)
            server.stored = null
          },
          restore,
          async device => {
            const { page, server, signs } = device
            if (server.stored) expect(await signs(page())).toBe(true)
            await restore(device)
            expect([server.stored?.id, server.stored?.wallets.length]).toEqual([lost.get(text), 2])
            expect(await signs(page())).toBe(true)
          },
        )
      },
    )

    test('of the first signature after a reload: the next try signs', async () => {
      await atEveryStep(
        created(null),
        create(null),
        ({ page, signs }) => signs(page()),
        async ({ page, signs }) => expect(await signs(page())).toBe(true),
      )
    })
  })
}
