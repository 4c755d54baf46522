import { createHash } from 'node:crypto'
import { sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { sealAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { describe, expect, test } from 'vitest'
import { createBot, newTelegram } from '../../testing/telegram.ts'
import { isOperation } from '../process/handlers.ts'
import { createTestCustody, NOW } from '../testing/custody.ts'
import { createTestDevice } from '../testing/device.ts'
import { recipientOf } from '../testing/logins.ts'
import { sealOauthClient } from './client-seal.ts'
import { redeemGrant } from './redeem-grant.ts'
import { startGrant } from './start-grant.ts'
import { readTelegram } from './telegram-result.ts'

const telegram = newTelegram()
const bot = createBot(undefined, telegram)
const DATE = NOW / 1000
const ADA = {
  id: 4_503_599_627_370_495,
  first_name: 'Ada',
  username: 'ada',
  photo_url: 'https://t.me/i/a.jpg',
}
const read = (raw: string, now = NOW) => readTelegram(raw, bot.settings, bot.token, now)

describe('what Telegram says', () => {
  test.each([
    ['on its page', bot.says(ADA, DATE), false],
    ['to a Mini App, by the bot’s token', bot.launches(ADA, DATE), true],
    ['to a Mini App, by its own key', bot.launches(ADA, DATE, { by: 'key' }), true],
  ])('%s names the person', (_, raw, isBrought) => {
    expect(read(raw)).toEqual({
      profile: {
        subject: '4503599627370495',
        firstName: 'Ada',
        username: 'ada',
        photoUrl: 'https://t.me/i/a.jpg',
      },
      once: { digest: expect.stringMatching(/^[\w-]{43}$/), until: expect.any(Number) },
      isBrought,
    })
  })

  test('is known again whatever stands beside what is signed', () => {
    const digestOf = (raw: string) => {
      const told = read(raw)
      return typeof told === 'string' ? told : told.once.digest
    }
    const signed = (change = {}) => digestOf(bot.launches(ADA, DATE, { by: 'key', change }))
    expect(signed({ hash: 'f'.repeat(64) })).toBe(signed())
    expect(digestOf(bot.says(ADA, DATE - 1))).not.toBe(digestOf(bot.says(ADA, DATE)))
  })

  test('keeps no address of a picture that is no web page’s', () => {
    expect(read(bot.says({ ...ADA, photo_url: 'javascript:alert(1)' }, DATE))).toMatchObject({
      profile: expect.not.objectContaining({ photoUrl: expect.anything() }),
    })
  })
})

describe('refuses', () => {
  const other = createBot(undefined, telegram)
  const user = JSON.stringify({ ...ADA, id: 1 })
  test.each([
    ['a forged hash', bot.says(ADA, DATE, { hash: 'f'.repeat(64) })],
    ['no hash', bot.says(ADA, DATE, { hash: '' })],
    ['a changed field', bot.says(ADA, DATE, { id: 1 })],
    ['a field more', bot.says(ADA, DATE, { last_name: 'L.' })],
    ['another bot’s', other.says(ADA, DATE)],
    ['what another bot’s Mini App was told', other.launches(ADA, DATE)],
    ['the same by Telegram’s key', other.launches(ADA, DATE, { by: 'key' })],
    ['a key that is not Telegram’s', createBot().launches(ADA, DATE, { by: 'key' })],
    ['a changed person', bot.launches(ADA, DATE, { change: { user } })],
    ['a changed person by its own key', bot.launches(ADA, DATE, { by: 'key', change: { user } })],
    ['a field twice', `${bot.launches(ADA, DATE)}&user=${encodeURIComponent(user)}`],
    // Signed, the lines read as those of another person: id=1 and a field `k` that swallows the true one.
    ['a field that hides another', forged()],
    ['nobody', bot.says({ ...ADA, id: 0 }, DATE)],
    ['no form', 'e30'],
    ['nothing', ''],
  ])('%s', (_, raw) => {
    expect(read(raw)).toBe('refused')
  })

  function forged(): string {
    const true_ = JSON.parse(
      Buffer.from(bot.says({ ...ADA, first_name: 'x\nid=1\nk=' }, DATE), 'base64url').toString(),
    )
    const { id, first_name: _, ...rest } = true_
    return Buffer.from(JSON.stringify({ ...rest, first_name: 'x', id: 1, k: `\nid=${id}` })).toString(
      'base64url',
    )
  }

  test.each([
    ['a result of 10 minutes ago', bot.says(ADA, DATE - 601), 'expired'],
    ['a launch of an hour ago', bot.launches(ADA, DATE - 3601), 'expired'],
    ['a result of the future', bot.says(ADA, DATE + 31), 'refused'],
    ['a launch of the future', bot.launches(ADA, DATE + 31, { by: 'key' }), 'refused'],
  ])('%s', (_, raw, reason) => {
    expect(read(raw)).toBe(reason)
  })

  test('nothing that is as old as it may be', () => {
    for (const raw of [bot.says(ADA, DATE - 600), bot.launches(ADA, DATE - 3600), bot.says(ADA, DATE + 30)])
      expect(read(raw)).toMatchObject({ profile: { subject: String(ADA.id) } })
  })
})

describe('who took over the API process', async () => {
  const device = await createTestDevice()
  const custody = createTestCustody()
  const { settings, token: secret } = bot
  const client = {
    settings,
    ...sealOauthClient(custody, { appId: 'app_1', provider: 'telegram', settings, secret }),
  }
  const verifier = 'v'.repeat(48)
  const state = 's'.repeat(48)
  const recipient = recipientOf(custody)

  async function redeem(raw: string, purpose: 'login' | 'link', change: object = {}) {
    const userId = purpose === 'link' ? 'user_1' : null
    const begun = {
      ...{ appId: 'app_1', provider: 'telegram', state, device: device.thumbprint, purpose, userId },
      codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
      expiresAt: NOW + 600_000,
    }
    const { seal, url } = startGrant(custody, { ...begun, client, flowId: 'f'.repeat(43), redirectTo: null })
    const identity = { type: 'telegram', subject: state }
    const belonging = { purpose, appId: 'app_1', identity, userId, device: device.thumbprint }
    const redeemed = await redeemGrant(custody, {
      client,
      grant: { ...begun, seal },
      answer: await sealAnswer(recipient, state, { code: raw, iss: null }),
      verifier: await sealSecret(recipient, belonging, verifier),
      ...change,
    })
    return { url, redeemed }
  }

  test('learns who it is, and nothing of the token, which goes nowhere', async () => {
    custody.redeem = () => {
      throw new Error('asked the mailer')
    }
    const { url, redeemed } = await redeem(bot.says(ADA, DATE), 'login')
    expect(redeemed).toMatchObject({ ok: true, receipt: { subject: String(ADA.id) }, isBrought: false })
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      bot_id: settings.client_id,
      origin: 'https://wallet.example',
      return_to: `https://wallet.example/oauth/callback?state=${state}`,
    })
    for (const told of [url, JSON.stringify(redeemed)]) expect(told).not.toContain(secret.split(':')[1])
    expect(isOperation('sealOauthClient', false)).toBe(false)
  })

  test('links nothing that a page brought: it could be its maker’s', async () => {
    expect((await redeem(bot.launches(ADA, DATE), 'link')).redeemed).toEqual({ ok: false, reason: 'refused' })
    expect((await redeem(bot.launches(ADA, DATE), 'login')).redeemed).toMatchObject({ ok: true })
    expect((await redeem(bot.says(ADA, DATE), 'link')).redeemed).toMatchObject({ ok: true })
  })

  test('has it checked by no key and no bot of its own', async () => {
    const own = createBot()
    for (const settings of [{ ...bot.settings, web_app_key: own.settings.web_app_key }, own.settings])
      await expect(
        redeem(own.launches(ADA, DATE, { by: 'key' }), 'login', { client: { ...client, settings } }),
      ).rejects.toMatchObject({ code: 'unreadable_envelope' })
  })
})
