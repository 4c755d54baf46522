import { beforeEach, describe, expect, test } from 'vitest'
import { RECOVERY_TYPES } from '../embedded.ts'
import type { SetOwner } from '../set-statement.ts'
import { AUTOMATIC, createTestSet, PASSCODE, randomText, userOwned } from './test-set.ts'

/** One person of a server, whose config has every recovery. */
export interface SetParty {
  readonly owner: SetOwner
  /** POST below `/embedded_wallets`. @returns status and body; of an error its code alone */
  post(path: string, body: object): Promise<{ readonly status: number; readonly body: unknown }>
}

/**
 * What the frame counts on in the server of on-device wallets. The server passes it, and whatever stands in for the server
 * in the frame's tests: the two cannot come to differ.
 * @param start a person without a set
 */
export function setContract(start: () => Promise<SetParty>): void {
  let party: SetParty
  let set: ReturnType<typeof createTestSet>
  let first: ReturnType<typeof set.registration>
  let path: string
  beforeEach(async () => {
    party = await start()
    set = createTestSet(party.owner)
    first = set.registration()
    path = `/${first.wallets[0]?.address}/recovery`
  })

  const refused = (status: number, code: string) => ({ status, body: { code } })
  const answered = (body: object) => ({ status: 200, body })
  /** @param changed what is no longer as it was registered */
  const told = (changed: object = {}, wallets = first.wallets) => ({
    set_id: set.setId,
    recovery_method: first.recovery.method,
    recovery_sharing_id: first.sharing.id,
    wallets: wallets.map(({ signature: _, ...wallet }) => ({ ...wallet, created_at: expect.any(Number) })),
    imported: [],
    ...changed,
  })
  const shareOf = (sharing: string, of = set.setId) =>
    party.post('/shares', { set_id: of, sharing_id: sharing })
  // As from the account screen, just after the login.
  const change = (replaces: string, recovery = PASSCODE(), retires?: string) => ({
    ...set.proven('change-recovery', {
      set_id: set.setId,
      replaces,
      sharing: set.sharing(),
      recovery,
      ...(retires !== undefined && { retires }),
    }),
    from_account: true,
  })
  const addSharing = (retires?: string) => {
    const sharing = set.sharing()
    const body = { set_id: set.setId, sharing, ...(retires !== undefined && { retires }) }
    return { sharing, request: set.proven('add-sharing', body) }
  }

  describe('before there is a set', () => {
    test('there is nothing to give', async () => {
      const missing = refused(404, 'embedded_wallet_not_found')
      expect(await shareOf(randomText(16))).toEqual(missing)
      expect(await party.post(`${path}/key_material`, {})).toEqual(missing)
      expect(await party.post(`${path}/shares`, {})).toEqual(missing)
    })
  })

  describe('a set', () => {
    beforeEach(async () => {
      expect(await party.post('', first)).toEqual(answered({ set: told() }))
    })

    test('is registered once: whoever comes later gets the first one', async () => {
      const later = createTestSet(party.owner).registration()
      expect(await party.post('', later)).toEqual(answered({ set: told() }))
      expect(await party.post('', first)).toEqual(answered({ set: told() }))
    })

    test('takes a further wallet; the same one again is no error', async () => {
      const wallet = set.wallet(1)
      const request = set.proven('add-wallet', { set_id: set.setId, wallet })
      const both = answered({ set: told({}, [...first.wallets, wallet]) })
      expect(await party.post('/wallets', request)).toEqual(both)
      expect(await party.post('/wallets', request)).toEqual(both)
    })

    test('gives a device the auth share of its own sharing', async () => {
      expect(await shareOf(first.sharing.id)).toEqual(
        answered({ set: told(), auth_share: first.sharing.auth_share }),
      )
      expect(await shareOf(randomText(16))).toEqual(refused(409, 'embedded_wallet_needs_recovery'))
      const { setId } = createTestSet(party.owner)
      expect(await shareOf(first.sharing.id, setId)).toEqual(refused(404, 'embedded_wallet_not_found'))
    })

    test('lets go of the sharing that a device had before, never of the recovery’s', async () => {
      const one = addSharing(first.sharing.id)
      expect(await party.post('/sharings', one.request)).toEqual(answered({ set: told() }))
      expect((await shareOf(first.sharing.id)).status).toBe(200)
      const two = addSharing(one.sharing.id)
      expect((await party.post('/sharings', two.request)).status).toBe(200)
      expect(await shareOf(one.sharing.id)).toEqual(refused(409, 'embedded_wallet_needs_recovery'))
      expect(await shareOf(two.sharing.id)).toMatchObject({
        body: { auth_share: two.sharing.auth_share },
      })
    })
  })

  describe('a recovery', () => {
    const material = (changed: object) =>
      answered({
        recovery_key: null,
        recovery_code: null,
        file_id: null,
        icloud_record_name: null,
        credential_id: null,
        set_id: set.setId,
        ...changed,
      })

    test('that is automatic asks for nothing', async () => {
      await party.post('', first)
      expect(await party.post(`${path}/key_material`, {})).toEqual(
        material({
          recovery_type: 'privy_generated_recovery_key',
          recovery_key_derivation_salt: null,
          recovery_sharing_id: first.sharing.id,
        }),
      )
      expect(await party.post(`${path}/shares`, {})).toEqual(
        answered({
          set: told(),
          sharing_id: first.sharing.id,
          auth_share: first.sharing.auth_share,
          recovery_share: first.recovery.share,
        }),
      )
    })

    test('by a passcode is given to who proves the passcode', async () => {
      const recovery = PASSCODE('V'.repeat(43))
      first = set.registration(recovery)
      path = `/${first.wallets[0]?.address}/recovery`
      await party.post('', first)
      expect(await party.post(`${path}/key_material`, {})).toEqual(
        material({
          recovery_type: 'user_passcode_derived_recovery_key',
          recovery_key_derivation_salt: recovery.method === 'user-passcode' && recovery.salt,
          recovery_sharing_id: first.sharing.id,
        }),
      )
      for (const wrong of [{ verifier: 'W'.repeat(43) }, {}])
        expect(await party.post(`${path}/shares`, wrong)).toEqual(refused(422, 'invalid_credentials'))
      expect(await party.post(`${path}/shares`, { verifier: 'V'.repeat(43) })).toEqual(
        answered({
          set: told(),
          sharing_id: first.sharing.id,
          auth_share: first.sharing.auth_share,
          recovery_share: recovery.share,
        }),
      )
    })

    test.each(userOwned('V'.repeat(43)))(
      'by $method says where its rest is, and is given to who proves what opens it',
      async recovery => {
        first = set.registration(recovery)
        path = `/${first.wallets[0]?.address}/recovery`
        await party.post('', first)
        const { share, verifier: _, method, ...rest } = recovery
        const { salt = null, ...place } = rest as { readonly salt?: string }
        expect(await party.post(`${path}/key_material`, {})).toEqual(
          material({
            recovery_type: RECOVERY_TYPES[method],
            recovery_key_derivation_salt: salt,
            recovery_sharing_id: first.sharing.id,
            ...place,
          }),
        )
        for (const wrong of [{ verifier: 'W'.repeat(43) }, {}])
          expect(await party.post(`${path}/shares`, wrong)).toEqual(refused(422, 'invalid_credentials'))
        const given = await party.post(`${path}/shares`, { verifier: 'V'.repeat(43) })
        expect(given).toMatchObject(answered({ recovery_share: share }))
      },
    )

    test('is not set a second time in the same cloud; another one’s is', async () => {
      const clouds = userOwned().filter(({ method }) => method === 'google-drive' || method === 'icloud')
      await party.post('', first)
      let { id } = first.sharing
      for (const recovery of clouds) {
        const request = change(id, recovery)
        expect((await party.post(path, request)).status).toBe(200)
        // The answer got lost.
        expect((await party.post(path, request)).status).toBe(200)
        id = request.sharing.id
        for (const replaces of [id, first.sharing.id])
          expect(await party.post(path, change(replaces, recovery))).toEqual(
            refused(409, 'embedded_wallet_recovery_already_exists'),
          )
      }
    })

    test('by a passcode is not replaced by another one from who saw none', async () => {
      await party.post('', first)
      const request = change(first.sharing.id)
      await party.post(path, request)
      expect(await party.post(path, change(first.sharing.id))).toEqual(
        refused(409, 'embedded_wallet_password_already_exists'),
      )
      expect((await party.post(path, change(request.sharing.id))).status).toBe(200)
    })

    test('is changed by who saw the last one; the same change again is no error', async () => {
      await party.post('', first)
      const request = change(first.sharing.id)
      const changed = answered({
        set: told({ recovery_method: 'user-passcode', recovery_sharing_id: request.sharing.id }),
      })
      expect(await party.post(path, request)).toEqual(changed)
      expect(await party.post(path, request)).toEqual(changed)
      expect(await party.post(path, change(first.sharing.id, AUTOMATIC()))).toEqual(
        refused(409, 'embedded_wallet_recovery_already_exists'),
      )
    })

    test('that is changed lets go of the sharing that the device had before', async () => {
      await party.post('', first)
      await party.post(path, change(first.sharing.id, AUTOMATIC(), first.sharing.id))
      expect(await shareOf(first.sharing.id)).toEqual(refused(409, 'embedded_wallet_needs_recovery'))
    })
  })
}
