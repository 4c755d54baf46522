import { webcrypto } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { type Address, type Hex, toHex } from 'viem'
import { en } from '../../frame-app/words/en.ts'
import { ETHER } from '../fixtures/anvil.ts'
import { ATTACKS, END, start } from '../fixtures/attacks.ts'
import { press } from '../fixtures/keyboard.ts'
import { expect, test } from '../fixtures/on-anvil.ts'
import type { Stack } from '../fixtures/stack.ts'

const SHOP: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const STRANGER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const GWEI = 10n ** 9n
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A shop's backend, with a key of its own that the operator registers with a policy, by command. */
async function startBackend({ app, wallet }: Stack, chainId: number) {
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(P256, true, ['sign'])
  const spki = Buffer.from(await webcrypto.subtle.exportKey('spki', publicKey)).toString('base64')
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-policy-'))
  const file = join(folder, 'policy.json')
  const policy = {
    ...{ name: 'Play', chain_type: 'ethereum', methods: ['eth_signTransaction'] },
    rules: {
      spend: [
        { chain: `eip155:${chainId}`, asset: 'native', amount: String(ETHER / 10n), per_seconds: 86_400 },
      ],
      recipients: [SHOP],
    },
  }
  await writeFile(file, JSON.stringify(policy))
  const named = (printed: string, kind: string) => new RegExp(`\\b${kind}_[\\w-]+`).exec(printed)?.[0] ?? ''
  const policyId = named(await wallet.command('policies', 'add', app.id, '--file', file), 'policy')
  await rm(folder, { recursive: true })
  const key = ['--name', 'Shop backend', '--public-key', spki, '--policy', policyId]
  const signerId = named(await wallet.command('authorization-keys', 'add', app.id, ...key), 'signer')

  const sign = async (payload: object) => {
    const bytes = Buffer.from(canonicalJson(payload))
    const raw = await webcrypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes)
    return derOf(Buffer.from(raw)).toString('base64')
  }
  return {
    signerId,
    /** Has the wallet sign a transfer. @returns the signed transaction, or the code of the refusal */
    async ask(
      walletId: string,
      to: Address,
      value: bigint,
      nonce: number,
    ): Promise<{ code?: string; signed?: Hex }> {
      const url = `${wallet.origin}/api/v1/wallets/${walletId}/rpc`
      const body = {
        method: 'eth_signTransaction',
        params: {
          transaction: {
            ...{ type: 2, chain_id: chainId, to, value: toHex(value), nonce: toHex(nonce) },
            ...{ gas_limit: toHex(21_000), max_fee_per_gas: toHex(10n * GWEI) },
            max_priority_fee_per_gas: toHex(GWEI),
          },
        },
      }
      const headers = {
        'vitrine-app-id': app.id,
        'vitrine-idempotency-key': webcrypto.randomUUID(),
        'vitrine-request-expiry': String(Date.now() + 60_000),
      }
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`,
          'vitrine-authorization-signature': await sign({ version: 1, method: 'POST', url, body, headers }),
        },
        body: JSON.stringify(body),
      })
      const { code, data } = await response.json()
      return { code, signed: data?.signed_transaction }
    },
  }
}

/** ASN.1 of a signature that WebCrypto gives as two numbers of 32 bytes. */
function derOf(raw: Buffer): Buffer {
  const integer = (bytes: Buffer) => {
    let at = 0
    while (at < 31 && bytes[at] === 0) at++
    const short = bytes.subarray(at)
    const padded = (short[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), short]) : short
    return Buffer.concat([Buffer.of(2, padded.length), padded])
  }
  const both = Buffer.concat([integer(raw.subarray(0, 32)), integer(raw.subarray(32))])
  return Buffer.concat([Buffer.of(0x30, both.length), both])
}

test('a backend sends within what its person agreed to by keyboard, and no more, until they stop it', async ({
  open,
  shop,
  address,
}) => {
  test.slow()
  const { stack, anvil } = shop
  const backend = await startBackend(stack, anvil.chainId)
  const { host, account } = await open()
  const areDelegated = () => host.page.evaluate('vitrine.state.wallets.map(({ delegated }) => delegated)')
  const id = await host.page.evaluate<string>(
    'vitrine.state.user.linkedAccounts.find(it => it.type === "wallet").id',
  )
  expect(await backend.ask(id, SHOP, 1n, 0)).toMatchObject({ code: 'user_has_not_delegated_wallet' })
  expect(
    await host.call('delegateWallet', { address: account, signers: [{ signerId: 'signer_of_nobody' }] }),
  ).toMatchObject({
    ok: false,
    error: { code: 'invalid_data' },
  })

  const delegating = host.call<object>('delegateWallet', { address: account, chainType: 'ethereum' })
  const dialog = host.frame.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Let Shop backend use your wallet?')
  for (const said of ['0.1 ETH', 'in any 24 hours · Anvil']) await expect(dialog).toContainText(said)
  // A page that lets nothing of the card be seen but its button has no press of it either.
  const approve = host.button(en['action.approve'])
  await expect(approve).toBeEnabled()
  const box = await approve.boundingBox()
  if (!box) throw new Error('Approve is nowhere')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const attack = ATTACKS.find(({ name }) => name === 'a clip-path around the button')
  if (!attack) throw new Error('There is no such attack')
  await host.page.evaluate(start(attack, middle))
  await expect(approve).toBeDisabled()
  await host.page.mouse.click(middle.x, middle.y)
  await host.page.evaluate(END)
  await expect(dialog).toHaveAccessibleName('Let Shop backend use your wallet?')
  await press(host, approve)
  await host.confirm(address)
  expect(await delegating).toMatchObject({ ok: true })
  expect(await areDelegated()).toEqual([true])

  const { signed } = await backend.ask(id, SHOP, ETHER / 20n, 0)
  const before = BigInt(await anvil.request<Hex>('eth_getBalance', [SHOP, 'latest']))
  const hash = await anvil.request<Hex>('eth_sendRawTransaction', [signed])
  await anvil.mined(hash)
  expect(BigInt(await anvil.request<Hex>('eth_getBalance', [SHOP, 'latest'])) - before).toBe(ETHER / 20n)
  for (const [to, value] of [
    [SHOP, ETHER / 20n],
    [STRANGER, 1n],
  ] as const)
    expect(await backend.ask(id, to, value, 1)).toMatchObject({ code: 'policy_violation' })

  const opened = host.call('openAccount', { screen: 'security' })
  await expect(dialog).toContainText(/0\.05\d* ETH of it used/)
  await expect(dialog).toContainText('asked more of')
  await press(host, host.button(en['activity.all']))
  await expect(dialog.getByText(/^Shop backend used/)).toHaveCount(1)
  await expect(dialog.getByText(/^Shop backend asked more of/)).toHaveCount(2)
  await press(host, host.button('Back'))
  await press(host, host.button('Stop Shop backend'))
  await press(host, host.button(en['delegation.stop']))
  await expect(dialog).toContainText(en['delegation.stopped'])
  expect(await backend.ask(id, SHOP, 1n, 1)).toMatchObject({ code: 'user_has_not_delegated_wallet' })
  expect(await areDelegated()).toEqual([false])
  await press(host, host.button('Close'))
  expect((await opened).ok).toBe(true)
})
